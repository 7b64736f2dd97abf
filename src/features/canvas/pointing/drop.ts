/** What happens when a bubble is let go of? The same for pointer and keyboard. */

import type { Bubble } from '../../../model/canvas/scene.ts'
import { ancestors, type NestingProblem, nestingProblem, type Parents } from '../../../model/rules/nesting.ts'
import { none } from '../../../model/schema.ts'
import type { Under } from '../placing/sight.ts'
import type { Point } from '../placing/viewport.ts'

/** So far a child may be pulled away from its parent before it leaves it, in canvas px. */
const tether = 16

export type Drop =
  /** Back to where it was: it is still beside its parent. */
  | { readonly to: 'back' }
  | { readonly to: 'place'; readonly x: number; readonly y: number; readonly leaves: boolean }
  | { readonly to: 'quirk'; readonly parent: Bubble; readonly refused: NestingProblem | null }

/**
 * `dragged`: as it was when it was taken up; `by`: how far it was dragged, in canvas px; `under`: what else is there; `parent`: what it
 * hangs on, where it stands now.
 */
export function dropOf(parents: Parents, dragged: Bubble, by: Point, under: Under, parent: Bubble | undefined): Drop {
  const target = under.bubble
  // On the paper of the quirk that it came from.
  if (target && under.tray && ancestors(parents, dragged.id).includes(target.id)) return { to: 'back' }
  if (target && target.id !== dragged.parent) {
    return { to: 'quirk', parent: target, refused: nestingProblem(parents, dragged.id, target.id) }
  }
  const x = Math.round(dragged.x + by.x)
  const y = Math.round(dragged.y + by.y)
  if (parent && apart({ x, y }, parent) <= Math.max(parent.r + dragged.r, apart(dragged, parent)) + tether) {
    return { to: 'back' }
  }
  return { to: 'place', x, y, leaves: dragged.parent !== none }
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
