/** Highlights and memos within an editing session: what an edit takes from them, so that Ctrl+Z gives it back. */
import type { EditorState } from '@codemirror/state'
import type { HighlightRow } from '../../../model/queries.ts'
import type { Memo } from '../../../model/schema.ts'
import type { EditStep, Gives } from '../../../model/text/edit.ts'
import { firstTouched, giveBack, moveRows } from '../../../model/text/moveRows.ts'
import { everyHighlightIn, highlightState, rowOf } from '../highlights/highlightState.ts'
import { memoRow, memoState } from '../memos/memoState.ts'
import type { AnswerPlace } from './answerPlace.ts'
import type { LocalStep } from './shownText.ts'

/** The step with inverse steps that give the highlights back what it takes from them. `state` is the one before it. */
export function withGives(state: EditorState, place: AnswerPlace, done: LocalStep): LocalStep {
  const { step } = done
  if (step.type !== 'text') return done
  const first = firstTouched(step, state.doc.length)
  const rows = everyHighlightIn(state, Math.max(0, first - 1), lastTouched(step, first) + 1).map((it) =>
    rowOf(it.value, it.from, it.to),
  )
  const { taken } = moveRows(rows, step, false)
  const highlights = taken.map(({ id, from, to, gone }) => ({
    table: 'highlights' as const,
    id,
    from,
    to,
    ...(gone && { row: { ...place, ...rows.find((row) => row.id === id) } }),
  }))
  const { list } = state.field(memoState)
  const memos = list.filter((it) => it.to >= first).map(memoRow)
  const gives: Gives[] = [
    ...highlights,
    ...moveRows(memos, step, true).taken.map(({ id, from, to }) => ({ table: 'memos' as const, id, from, to })),
  ]
  if (gives.length === 0) return done
  return { step, inverse: done.inverse.map((it) => (it.type === 'text' ? { ...it, gives } : it)) }
}

/** The end of the last stretch that a step deletes or inserts at, in the text before it. */
function lastTouched(step: EditStep & { type: 'text' }, first: number): number {
  let pos = 0
  let last = first
  for (const part of step.changes as (number | [number, ...string[]])[]) {
    const isKept = typeof part === 'number'
    pos += isKept ? part : part[0]
    if (!isKept) last = pos
  }
  return last
}

/** The highlights as a step with `gives` leaves them, for the view that has just done it. */
export function givenBack(state: EditorState, steps: readonly EditStep[]): HighlightRow[] {
  const all = givesOf(steps, 'highlights')
  if (all.length === 0) return []
  const there = new Map<number, HighlightRow>()
  const { set } = state.field(highlightState)
  for (const cursor = set.iter(); cursor.value; cursor.next()) {
    if (all.some(({ id }) => id === cursor.value?.id))
      there.set(cursor.value.id, rowOf(cursor.value, cursor.from, cursor.to))
  }
  for (const give of all) {
    const row = there.get(give.id)
    const whole = give.row as HighlightRow | undefined
    if (row) there.set(give.id, { ...row, ...giveBack(row, give) })
    else if (whole) there.set(give.id, { ...whole, start: give.from, length: give.to - give.from })
  }
  return [...there.values()]
}

/** The memos as such a step leaves them. */
export function memosGivenBack(state: EditorState, steps: readonly EditStep[]): Memo[] {
  const { list } = state.field(memoState)
  return givesOf(steps, 'memos').flatMap((give) => {
    const placed = list.find(({ id }) => id === give.id)
    const row = placed && memoRow(placed)
    return row ? [{ ...row, ...giveBack(row, give) }] : []
  })
}

const givesOf = (steps: readonly EditStep[], table: Gives['table']): Gives[] =>
  steps.flatMap((step) => (step.type === 'text' ? (step.gives ?? []) : [])).filter((give) => give.table === table)
