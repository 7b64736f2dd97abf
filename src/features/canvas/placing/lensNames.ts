/**
 * Which names does the lens show, and where? Around a pointer that rests, of each bubble near it whose whole title does not stand on the canvas: in a column on
 * either side, in the order in which the bubbles stand from top to bottom, so that the lines to them seldom cross. Nothing else moves. Units: px of the screen.
 */
import { nameMeasure } from '../../../model/canvas/map/names.ts'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { isRead } from './isRead.ts'
import type { Sight } from './sight.ts'
import { type Box, type Point, type Size, toCanvas, toScreen, type View } from './viewport.ts'

export interface LensName extends Pick<Box, 'left' | 'top'> {
  readonly bubble: Bubble
  readonly width: number
  readonly height: number
  /** From the edge of the disc to the name. */
  readonly line: readonly [from: Point, to: Point]
}

/** So far from the pointer bubbles are named, the nearest of them. */
export const lensReach = 90
const mostNamed = 12
/** From the pointer to a column: the card of the bubble under it has its place between them. */
const away = lensReach + 30
const widest = 190
const lineHeight = 16
const mostLines = 3
const padding = { across: 7, down: 2 }
const gap = 3
const margin = 4
const fontSize = 12

/** None while a branch is opened: that is a lens of its own. `at`: where the pointer rests. */
export function lensNames(sight: Sight, view: View, at: Point, size: Size): LensName[] {
  if (sight.opened) return []
  const near = nearest(sight, view, at)
  const isLeft = (bubble: Bubble): boolean => {
    if (at.x + away + widest > size.width) return true
    return at.x - away - widest >= 0 && toScreen(view, bubble).x < at.x
  }
  const [left, right] = [near.filter(isLeft), near.filter((bubble) => !isLeft(bubble))]
  return [...columnOf(left, -1, view, at, size), ...columnOf(right, 1, view, at, size)]
}

function nearest({ scene, labels }: Sight, view: View, at: Point): Bubble[] {
  const { x, y } = toCanvas(view, at)
  const reach = lensReach / view.scale
  const distance = (bubble: Bubble) => Math.hypot(bubble.x - x, bubble.y - y) - bubble.r
  return scene.grid
    .within({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach })
    .map((number) => scene.bubbles[number]!)
    .filter((bubble) => !bubble.folded && !bubble.frame && bubble.title.trim() !== '')
    .filter((bubble) => distance(bubble) <= reach && !isRead({ labels, opened: null }, bubble))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, mostNamed)
}

/** `side`: -1 to the left of the pointer, 1 to the right. */
function columnOf(bubbles: readonly Bubble[], side: -1 | 1, view: View, at: Point, size: Size): LensName[] {
  const inOrder = bubbles
    .map((bubble) => ({ bubble, disc: toScreen(view, bubble), ...sizeOf(bubble.title) }))
    .sort((a, b) => a.disc.y - b.disc.y)
  let free = margin
  const tops = inOrder.map(({ disc, height }) => {
    const top = Math.max(free, disc.y - height / 2)
    free = top + height + gap
    return top
  })
  // What reaches beyond the lower edge pushes those above it.
  let bottom = size.height - margin
  for (let number = tops.length - 1; number >= 0; number--) {
    tops[number] = Math.min(tops[number]!, bottom - inOrder[number]!.height)
    bottom = tops[number]! - gap
  }
  return inOrder.map(({ bubble, disc, width, height }, number) => {
    const edge = at.x + side * away
    const to = { x: edge, y: tops[number]! + height / 2 }
    const far = Math.hypot(to.x - disc.x, to.y - disc.y)
    const r = Math.min(bubble.r * view.scale, far)
    const from = { x: disc.x + ((to.x - disc.x) * r) / far, y: disc.y + ((to.y - disc.y) * r) / far }
    return { bubble, left: side < 0 ? edge - width : edge, top: tops[number]!, width, height, line: [from, to] }
  })
}

function sizeOf(title: string): Size {
  const wide = nameMeasure(title) * fontSize * 1.04
  const lines = wide <= widest - 2 * padding.across ? 1 : Math.min(mostLines, 1 + Math.ceil(wide / widest))
  return {
    width: lines === 1 ? Math.ceil(wide) + 2 * padding.across : widest,
    height: lines * lineHeight + 2 * padding.down,
  }
}
