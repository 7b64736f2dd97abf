/** What happens when a bubble is let go of? The same for pointer and keyboard. */
import { nestingDepth } from '../../model/limits.ts'
import { type NestingProblem, nestingProblem } from '../../model/rules/nesting.ts'
import { none } from '../../model/schema.ts'
import { type Bubble, isWithin, type Scene } from './scene.ts'
import type { Point } from './viewport.ts'

export type Drop =
  /** Back to where it was: it still touches its parent. */
  | { readonly to: 'back' }
  | { readonly to: 'place'; readonly x: number; readonly y: number; readonly leaves: boolean }
  | { readonly to: 'quirk'; readonly parent: Bubble; readonly refused: NestingProblem | null }

/** `by`: how far it was dragged, `at`: the pointer, `slack`: how near to a bubble counts as on it; all in canvas px. */
export function dropOf(scene: Scene, dragged: Bubble, by: Point, at: Point, slack: number): Drop {
  const number = scene.grid.at(at, slack, (other) => isWithin(scene.bubbles[other]!, dragged))
  const target = number === undefined ? undefined : scene.bubbles[number]
  const parent = scene.byId.get(dragged.parent)
  if (target && target.id !== dragged.parent) {
    return { to: 'quirk', parent: target, refused: nestingProblem(scene.parents, dragged.id, target.id) }
  }
  const x = Math.round(dragged.x + by.x)
  const y = Math.round(dragged.y + by.y)
  if (parent && Math.hypot(x - parent.x, y - parent.y) <= parent.r + dragged.r) return { to: 'back' }
  return { to: 'place', x, y, leaves: dragged.parent !== none }
}

/** A place beside its outermost parent for a quirk that leaves it without a drag. */
export function placeOutside(scene: Scene, bubble: Bubble): Point {
  let root = bubble
  for (let above = scene.byId.get(bubble.parent); above; above = scene.byId.get(above.parent)) root = above
  const reach = (top: Bubble) =>
    Math.max(...scene.bubbles.slice(top.index, top.end).map(({ x, y, r }) => Math.hypot(x - top.x, y - top.y) + r))
  const direction = Math.atan2(bubble.y - root.y, bubble.x - root.x)
  const distance = reach(root) + reach(bubble) + 20
  return {
    x: Math.round(root.x + distance * Math.cos(direction)),
    y: Math.round(root.y + distance * Math.sin(direction)),
  }
}

/** The quirks that `bubble` may not be put under: itself, all above and below it, and those too deep for what hangs on it. */
export function refusing(scene: Scene, bubble: Bubble): Set<number> {
  const branch = scene.bubbles.slice(bubble.index, bubble.end)
  const height = Math.max(...branch.map(({ depth }) => depth)) - bubble.depth + 1
  const refuses = (other: Bubble) =>
    isWithin(other, bubble) || isWithin(bubble, other) || other.depth + height > nestingDepth
  return new Set(scene.bubbles.filter(refuses).map(({ id }) => id))
}
