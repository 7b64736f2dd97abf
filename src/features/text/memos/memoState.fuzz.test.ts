import { ChangeSet, EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import type { Memo } from '../../../model/schema.ts'
import type { EditStep } from '../../../model/text/edit.ts'
import { giveBack, moveRows } from '../../../model/text/moveRows.ts'
import { random } from '../../../model/text/randomRich.ts'
import { memosGivenBack, withGives } from '../editing/sessionRows.ts'
import { highlightState } from '../highlights/highlightState.ts'
import { memoRow, memoState, memosOverLocal, setMemos, setMemoWriting, unsavedMemo } from './memoState.ts'

const place = { sourceId: 1, questionId: 1 }
const format = { marks: [], kinds: [], images: [] }
const WORDS = 'the harbour 🙂 was empty שלום that winter and nobody came'

/** Several places at once, as a replacement of all hits does; some parts are deleted, some replaced, some only gain words. */
function randomStep(r: ReturnType<typeof random>, length: number): EditStep {
  const spec: { from: number; to: number; insert: string }[] = []
  for (let at = 0, n = 1 + r.below(4); n > 0 && at <= length; n -= 1) {
    const from = Math.min(length, at + r.below(12))
    const to = Math.min(length, from + r.below(9))
    spec.push({ from, to, insert: r.below(2) ? 'ab🙂c\nd'.slice(0, r.below(7)) : '' })
    at = to + 1
  }
  return { type: 'text', changes: ChangeSet.of(spec, length).toJSON(), format }
}

/** As the model says that rows move: the judge. */
function judge(rows: readonly Memo[], step: EditStep): Memo[] {
  const moved = new Map(moveRows(rows, step, true).moved.map((row) => [row.id, row]))
  const gives = step.type === 'text' ? (step.gives ?? []) : []
  return rows.map((row) => {
    const here = { ...row, ...moved.get(row.id) }
    const give = gives.find(({ id, table }) => table === 'memos' && id === row.id)
    return give ? { ...here, ...giveBack(here, give) } : here
  })
}

const byId = (rows: readonly Memo[]) => rows.map(({ id, start, length }) => `${id} ${start} ${length}`).sort()

describe.each(Array.from({ length: 60 }, (_, n) => 7100 + n))('memos follow their words, seed %i', (seed) => {
  test('in the view as in the model, over what is not sent yet, and back with Ctrl+Z', () => {
    const r = random(seed)
    const text = Array.from({ length: 3 }, () => WORDS).join('\n')
    let rows: Memo[] = Array.from({ length: 12 }, (_, id) => {
      const start = r.below(text.length)
      const length = r.below(5) === 0 ? 0 : Math.min(text.length - start, r.below(30))
      return { id: id + 1, ...place, start, length, content: `note ${id}`, author: 'Ana', timestamp: 0 }
    })
    let state = EditorState.create({ doc: text, extensions: [highlightState, memoState] })
    state = state.update({ effects: setMemos.of({ all: rows }) }).state
    state = state.update({ effects: setMemoWriting.of({ id: unsavedMemo, from: 5, to: 12 }) }).state
    let writing: Memo = { ...(rows[0] as Memo), id: unsavedMemo, start: 5, length: 7 }
    const atFirst = rows
    const local: EditStep[] = []
    const apply = (step: EditStep) => {
      if (step.type !== 'text') return
      rows = judge(rows, step)
      writing = judge([writing], { ...step, gives: [] })[0] as Memo
      state = state.update({ changes: ChangeSet.fromJSON(step.changes) }).state
      const given = memosGivenBack(state, [step])
      if (given.length > 0) state = state.update({ effects: setMemos.of({ put: given, gone: [] }) }).state
      local.push(step)
      expect(byId(state.field(memoState).list.map(memoRow))).toEqual(byId(rows))
      expect(byId(memosOverLocal(atFirst, local))).toEqual(byId(rows))
      const shown = state.field(memoState).writing
      expect([shown?.from, shown?.to]).toEqual([writing.start, writing.start + writing.length])
    }
    const undo: { steps: EditStep[]; rows: Memo[] }[] = []
    for (let n = 0; n < 8; n += 1) {
      const step = randomStep(r, state.doc.length)
      if (step.type !== 'text') continue
      const changes = ChangeSet.fromJSON(step.changes)
      const inverse: EditStep = { type: 'text', changes: changes.invert(state.doc).toJSON(), format }
      undo.push({ steps: withGives(state, place, { step, inverse: [inverse] }).inverse, rows })
      apply(step)
    }
    for (const { steps, rows: before } of undo.reverse()) {
      for (const step of steps) apply(step)
      expect(byId(rows)).toEqual(byId(before))
    }
  })
})
