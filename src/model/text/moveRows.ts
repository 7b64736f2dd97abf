/**
 * Moves the highlights and memos of an answer along with one step on its text, and says what the step takes from them.
 *
 * Promises: a stretch keeps its words: text put in at its edge stays outside, text that replaces part of it belongs to it
 * only where all that was replaced did. A highlight whose words are all gone goes; a memo stays as a point, because it
 * holds words of its own. What mapping back through the inverse step would not restore is listed as given back by it.
 */
import { ChangeSet } from '@codemirror/state'
import type { EditStep, Gives } from './edit.ts'

export interface TextRow {
  id: number
  start: number
  length: number
}

export interface Moved {
  /** Rows with another place than before. */
  moved: TextRow[]
  /** Rows whose words are all gone. */
  gone: number[]
  /** What the inverse step gives back. */
  taken: { id: number; from: number; to: number; gone: boolean }[]
}

const nothing: Moved = { moved: [], gone: [], taken: [] }

/** Rows that end before `firstTouched(step)` need not be given. `keepEmpty`: memos. */
export function moveRows(rows: readonly TextRow[], step: EditStep, keepEmpty: boolean): Moved {
  if (step.type !== 'text') return nothing
  const changes = ChangeSet.fromJSON(step.changes)
  const back = changes.invertedDesc
  const result: Moved = { moved: [], gone: [], taken: [] }
  for (const row of rows) {
    const end = row.start + row.length
    const start = changes.mapPos(row.start, 1)
    const length = row.length === 0 ? 0 : Math.max(0, changes.mapPos(end, -1) - start)
    if (length === 0 && row.length > 0 && !keepEmpty) {
      result.gone.push(row.id)
      result.taken.push({ id: row.id, from: row.start, to: end, gone: true })
      continue
    }
    if (start !== row.start || length !== row.length) result.moved.push({ id: row.id, start, length })
    const backStart = back.mapPos(start, 1)
    const backEnd = length === 0 ? backStart : back.mapPos(start + length, -1)
    if (backStart !== row.start || backEnd !== end)
      result.taken.push({ id: row.id, from: row.start, to: end, gone: false })
  }
  return result
}

/** The first position whose rows a step may move; the length of the text where it moves none. */
export function firstTouched(step: EditStep, textLength: number): number {
  if (step.type !== 'text') return textLength + 1
  let first = textLength + 1
  ChangeSet.fromJSON(step.changes).iterChangedRanges((from) => {
    first = Math.min(first, from)
  })
  return first
}

/** A row after a stretch has been given back to it: it grows to reach it; one that was left without words gets these, or the place where it was. */
export function giveBack(row: TextRow, stretch: Pick<Gives, 'from' | 'to'>): TextRow {
  if (row.length > 0 && stretch.from === stretch.to) return row
  if (row.length === 0) return { id: row.id, start: stretch.from, length: stretch.to - stretch.from }
  const start = Math.min(row.start, stretch.from)
  return { id: row.id, start, length: Math.max(row.start + row.length, stretch.to) - start }
}
