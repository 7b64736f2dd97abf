/** The quirks as the canvas shows them: placed, sized, in the order of painting and of reading, and found by place. */

import type { QuirkRow } from '../../model/queries.ts'
import { bubbleDiameter } from '../../model/rules/bubble.ts'
import { layoutBubbles, type PlacedDisc } from '../../model/rules/bubbleLayout.ts'
import type { Parents } from '../../model/rules/nesting.ts'
import type { Key } from '../../model/schema.ts'
import { type Grid, gridOf } from './grid.ts'
import type { Box } from './viewport.ts'

export interface Bubble extends PlacedDisc {
  readonly title: string
  /** `#rrggbb`. */
  readonly colour: string
  readonly highlights: number
  /** Its number in the order of painting; what is below it has the numbers up to, but not including, `end`. */
  readonly index: number
  readonly end: number
}

export interface Scene {
  /** Large bubbles before small ones, so that none is buried; a parent directly before all below it. */
  readonly bubbles: readonly Bubble[]
  readonly byId: ReadonlyMap<number, Bubble>
  readonly parents: Parents
  readonly grid: Grid
  /** Around all bubbles; null when there are none. */
  readonly bounds: Box | null
}

export function sceneOf(rows: ReadonlyMap<Key, QuirkRow>): Scene {
  const quirks = [...rows.values()]
  const most = quirks.reduce((highest, { highlights }) => Math.max(highest, highlights), 0)
  const discs = quirks.map(({ id, x, y, parentQuirkId, highlights }) => {
    return { id, x, y, parentQuirkId, r: bubbleDiameter(highlights, most) / 2 }
  })
  discs.sort((a, b) => b.r - a.r || a.id - b.id)
  const placed = layoutBubbles(discs)
  const ends = endsOf(placed)
  const bubbles = placed.map((disc, index): Bubble => {
    const { title, color, highlights } = rows.get(disc.id)!
    return { ...disc, title, colour: color, highlights, index, end: ends[index]! }
  })
  return {
    bubbles,
    byId: new Map(bubbles.map((bubble) => [bubble.id, bubble])),
    parents: new Map(bubbles.map(({ id, parent }) => [id, parent])),
    grid: gridOf(bubbles),
    bounds: boundsOf(bubbles),
  }
}

/** For each disc the number after the last one below it. */
function endsOf(placed: readonly PlacedDisc[]): number[] {
  const ends: number[] = []
  const open: number[] = []
  const close = (depth: number, index: number) => {
    while (open.length >= depth) ends[open.pop()!] = index
  }
  placed.forEach(({ depth }, index) => {
    close(depth, index)
    open.push(index)
  })
  close(1, placed.length)
  return ends
}

function boundsOf(bubbles: readonly Bubble[]): Box | null {
  if (bubbles.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, r } of bubbles) {
    left = Math.min(left, x - r)
    top = Math.min(top, y - r)
    right = Math.max(right, x + r)
    bottom = Math.max(bottom, y + r)
  }
  return { left, top, right, bottom }
}

/** Whether `bubble` is `top` or hangs below it. */
export const isWithin = (bubble: Bubble, top: Bubble): boolean => bubble.index >= top.index && bubble.index < top.end

export const hasChildren = ({ index, end }: Bubble): boolean => end > index + 1
