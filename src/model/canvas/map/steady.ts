/**
 * How does the map stay steady under the hand while others work? What is drawn stays where it is as far as there is room (`layoutMap` sees to that), and
 * what the pointer is at stays whatever comes: it keeps its place, what it hangs on, and all above that, until the pointer is elsewhere.
 *
 * Promises: what is held has the same parents and, with a layout made as asked, the same place as it was drawn at; what is held goes only when it is removed.
 */
import type { QuirkRow } from '../../queries.ts'
import type { Key } from '../../schema.ts'
import type { Scene } from '../scene.ts'
import type { DrawnBefore, MapAsked } from './layoutMap.ts'

/** A map as it was drawn last, and the rows that it was drawn from. */
export interface Known {
  readonly scene: Scene
  readonly rows: ReadonlyMap<Key, QuirkRow>
}

export interface Steadied extends Required<Pick<MapAsked, 'before' | 'still'>> {
  /** To be drawn now: of what is held, where it is and what it hangs on are as they were. */
  readonly rows: ReadonlyMap<Key, QuirkRow>
}

/** With more quirks it would take the page too long to tell where each of them was. */
const mostSteadied = 3000

/** `atHand`: what the pointer is at. */
export function steadied(
  rows: ReadonlyMap<Key, QuirkRow>,
  known: Known | undefined,
  atHand: ReadonlySet<number>,
): Steadied {
  const before = new Map<number, DrawnBefore>()
  const still = new Set<number>()
  if (!known || known.scene.bubbles.length > mostSteadied) return { rows, before, still }
  for (const id of atHand) {
    for (let held = known.scene.byId.get(id); held && !still.has(held.id); held = known.scene.byId.get(held.parent))
      still.add(held.id)
  }
  const held = new Map<Key, QuirkRow>()
  for (const id of still) {
    const [row, was] = [rows.get(id), known.rows.get(id)]
    if (row && was) held.set(id, { ...row, x: was.x, y: was.y, parentQuirkId: was.parentQuirkId })
  }
  const now = held.size === 0 ? rows : new Map([...rows, ...held])
  for (const { id, x, y, parent, folded, own } of known.scene.bubbles) {
    const [row, was] = [now.get(id), known.rows.get(id)]
    before.set(id, { x, y, parent, folded, own, stays: row?.x === was?.x && row?.y === was?.y })
  }
  return { rows: now, before, still }
}
