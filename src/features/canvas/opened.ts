/** A quirk opened on the canvas: what is inside it stands around it on paper of its own, over everything else. */
import type { Circle } from './grid.ts'
import { fontAt, halfOf, type Label, type LabelStyle, labelsOf } from './labels.ts'
import { hasChildren, partOf, type Scene } from './scene.ts'
import { spread } from './spread.ts'

export interface Opened {
  readonly id: number
  /** Its children's children have come out too, and so on. */
  readonly whole: boolean
  /** Of its branch alone: places as opened, numbers of their own. */
  readonly scene: Scene
  /** By number in `scene`. */
  readonly labels: ReadonlyMap<number, Label>
  /** The paper under all of it, titles included. */
  readonly tray: Circle
}

/** Kept free around a child's centre, in px of the screen: two lines of a title beside a small bubble fit there. */
const roomOnScreen = 30
const padding = 14

/** Null where there is nothing to open. */
export function openedOf(scene: Scene, id: number, whole: boolean, usual: LabelStyle): Opened | null {
  const style = { ...usual, rows: 4 }
  const top = scene.byId.get(id)
  if (!top || !hasChildren(top)) return null
  const places = spread(scene, top, whole ? Number.POSITIVE_INFINITY : 1, roomOnScreen / style.level)
  const part = partOf(scene, top, places)
  const labels = labelsOf(
    part,
    part.bubbles.map(({ index }) => index),
    style,
  )
  return { id, whole, scene: part, labels, tray: trayOf(part, labels, style) }
}

/** Around everything, not around its middle: what hangs on one side takes no room on the other. */
function trayOf(part: Scene, labels: ReadonlyMap<number, Label>, { level, measure }: LabelStyle): Circle {
  const circles: Circle[] = part.bubbles.flatMap((bubble) => {
    const label = labels.get(bubble.index)
    if (label?.where !== 'beside') return [bubble]
    const half = halfOf(label, fontAt(level), measure)
    const corners = [-1, 1].flatMap((x) =>
      [-1, 1].map((y) => ({ x: label.x + x * half.x, y: label.y + y * half.y, r: 0 })),
    )
    return [bubble, ...corners]
  })
  const { x, y, r } = around(circles)
  return { x, y, r: r + padding / level }
}

/** A circle that holds all of these, hardly larger than need be: its centre goes towards what is furthest, by ever shorter steps. */
function around(circles: readonly Circle[]): Circle {
  let { x, y } = circles[0]!
  const furthest = () => {
    let most = { r: -1, circle: circles[0]! }
    for (const circle of circles) {
      const r = Math.hypot(circle.x - x, circle.y - y) + circle.r
      if (r > most.r) most = { r, circle }
    }
    return most
  }
  for (let step = 2; step < steps; step++) {
    const { circle, r } = furthest()
    const apart = Math.hypot(circle.x - x, circle.y - y)
    // To where the furthest point of that circle lies.
    const share = apart === 0 ? 0 : r / apart / step
    x += (circle.x - x) * share
    y += (circle.y - y) * share
  }
  return { x, y, r: furthest().r }
}

/** Two hundred come within a hundredth of the smallest. */
const steps = 200
