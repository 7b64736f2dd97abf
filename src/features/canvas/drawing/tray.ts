/**
 * The paper under an opened branch: the tightest outline without dents around its bubbles and titles, so that a stretched branch
 * hides little of what stands beside it. Units: canvas px.
 */
import type { Circle } from '../../../model/canvas/grid.ts'
import { outlineAround, turn } from '../../../model/canvas/map/shapes.ts'
import type { Box, Point } from '../placing/viewport.ts'

export interface Tray {
  /** One after the other around it, clockwise on screen; the outline leaves out no dent. */
  readonly corners: readonly Point[]
  /** From here it grows. */
  readonly from: Point
  /** To the corner that is furthest from there. */
  readonly reach: number
}

/** Points taken of each circle: on screen the outline is within a px of it, looked at from nearest. */
const directions = Array.from({ length: 48 }, (_, at) => {
  const angle = (2 * Math.PI * at) / 48
  return { x: Math.cos(angle), y: Math.sin(angle) }
})
/** A title's corners are rounded, too. */
const everyEighth = directions.filter((_, at) => at % 3 === 0)
/** So that it holds the circles wholly, not only the points of them. */
const wider = 1 / Math.cos(Math.PI / directions.length)

/** Around all of the circles and boxes, `padding` away from them. */
export function trayAround(circles: readonly Circle[], boxes: readonly Box[], padding: number, from: Point): Tray {
  const corners = outlineAround([
    ...circles.flatMap(({ x, y, r }) => {
      const far = (r + padding) * wider
      return directions.map((direction) => ({ x: x + direction.x * far, y: y + direction.y * far }))
    }),
    ...boxes.flatMap(({ left, top, right, bottom }) =>
      everyEighth.map(({ x, y }) => ({
        x: (x < 0 ? left : right) + x * padding,
        y: (y < 0 ? top : bottom) + y * padding,
      })),
    ),
  ])
  const reach = Math.max(0, ...corners.map(({ x, y }) => Math.hypot(x - from.x, y - from.y)))
  return { corners, from: { x: from.x, y: from.y }, reach }
}

export const isOn = ({ corners }: Tray, point: Point): boolean =>
  corners.every((corner, at) => turn(corners.at(at - 1) ?? corner, corner, point) >= 0)
