/** How bubbles come from where they are shown to where they belong. */
import type { Circle } from '../../../model/canvas/grid.ts'
import type { Bubble, Scene } from '../../../model/canvas/scene.ts'
import { type Motion, motionMs, msFor } from './motion.ts'

/** So many may move at once; with more, all jump. */
export const mostMotions = 400

interface Before {
  scene: Scene
  /** Where the bubbles in sight were shown, by id: the others jump, and a new one grows where it belongs. */
  from: ReadonlyMap<number, Circle>
  running: ReadonlyMap<number, Motion>
  /** Of the screen, in px of it for one of the canvas. */
  scale: number
  /** When a passage that this person has coded arrives at the bubble that stands for its quirk: then that one pulses, and its number changes. */
  landing?: { readonly id: number; readonly at: number } | null
}

/** To `next`, which others or an act have changed; `placeOf` is where it has each bubble. */
export function motionsTo(next: Scene, placeOf: (bubble: Bubble) => Circle, before: Before): [number, Motion][] {
  const start = performance.now()
  const found: [number, Motion][] = []
  for (const bubble of next.bubbles) {
    const known = before.scene.byId.get(bubble.id)
    const to = circleOf(placeOf(bubble))
    const from = before.from.get(bubble.id) ?? (known ? undefined : { ...to, r: 0 })
    if (!from) continue
    const running = before.running.get(bubble.id)
    const lands = known && before.landing?.id === bubble.id ? before.landing : null
    const pulse = lands !== null || (running?.pulse ?? false)
    if (same(from, to) && !pulse) continue
    const ms = msFor(Math.hypot(to.x - from.x, to.y - from.y) * before.scale)
    const count = running?.count ?? (known && known.count !== bubble.count ? known.count : undefined)
    found.push([bubble.id, { from, to, start: Math.max(start, lands?.at ?? 0), ms, pulse, ...(pulse && { count }) }])
    if (found.length > mostMotions) break
  }
  return found
}

/** Of `bubbles` alone, from where they are shown to `placeOf`. */
export function motionsOf(
  bubbles: readonly Bubble[],
  shown: (bubble: Bubble) => Circle,
  placeOf: (bubble: Bubble) => Circle,
): [number, Motion][] {
  const start = performance.now()
  return bubbles.map((bubble) => [
    bubble.id,
    { from: shown(bubble), to: circleOf(placeOf(bubble)), start, ms: motionMs, pulse: false },
  ])
}

export const circleOf = ({ x, y, r }: Circle): Circle => ({ x, y, r })

export const same = (a: Circle, b: Circle): boolean => a.x === b.x && a.y === b.y && a.r === b.r
