import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { packHighlights } from '../../../model/packedHighlights.ts'
import type { HighlightRow } from '../../../model/queries.ts'
import type { EditStep } from '../../../model/text/edit.ts'
import { random } from '../../../model/text/randomRich.ts'
import { packedOverLocal, rowsOverLocal } from '../editing/overLocal.ts'
import { highlightState, highlightsIn, placed, setHighlights } from './highlightState.ts'

const length = 3000

function drawn({ below }: ReturnType<typeof random>, id: number): HighlightRow {
  const start = below(length - 20)
  return { id, quirkId: 1 + below(3), start, length: 1 + below(15), author: 'Anna', timestamp: id }
}

const shown = (state: EditorState) =>
  placed(state.field(highlightState))
    .map(({ from, to, value }) => [value.id, value.quirkId, from, to - from, value.author])
    .sort()
const wanted = (rows: Iterable<HighlightRow>) =>
  [...rows].map((row) => [row.id, row.quirkId, row.start, row.length, row.author]).sort()

/** No two that share a unit stand in one lane. */
function expectLanes(state: EditorState): void {
  const ends = new Map<number, number>()
  for (const { from, to, value } of placed(state.field(highlightState))) {
    expect(ends.get(value.lane) ?? 0).toBeLessThanOrEqual(from)
    ends.set(value.lane, to)
  }
}

const last = process.env.PROVE ? 200 : 60

test(`columns and rows, however many differ, leave what was posted (seeds 1–${last})`, () => {
  for (let seed = 1; seed <= last; seed += 1) {
    const chance = random(seed)
    const rows = new Map<number, HighlightRow>()
    let state = EditorState.create({ doc: 'words and '.repeat(length / 10), extensions: [highlightState] })
    let lastId = 0
    for (let round = 0; round < 8; round += 1) {
      const put: HighlightRow[] = []
      const gone: number[] = []
      const most = seed % 20 === 0 ? 700 : 40
      for (let i = chance.below(most); i > 0; i -= 1) put.push(drawn(chance, ++lastId))
      for (const id of rows.keys()) {
        const lot = chance.below(10)
        if (lot === 0) gone.push(id)
        if (lot === 1) put.push(drawn(chance, id))
      }
      for (const id of gone) rows.delete(id)
      for (const row of put) rows.set(row.id, row)
      const packed = packHighlights([...rows.values()])
      state = state.update({ effects: setHighlights.of(chance.chance(0.5) ? { packed } : { put, gone }) }).state
      expect(shown(state), `seed ${seed}`).toEqual(wanted(rows.values()))
      expectLanes(state)
      const same = state.update({ effects: setHighlights.of({ packed }) }).state
      expect(same.field(highlightState)).toBe(state.field(highlightState))
    }
  }
})

test('what begins near is the same, in the same lanes, before the rest has been put in order (seeds 1–40)', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const chance = random(seed)
    const packed = packHighlights(Array.from({ length: 600 }, (_, i) => drawn(chance, i + 1)))
    const begun = EditorState.create({ doc: 'words and\n'.repeat(length / 10), extensions: [highlightState] })
    const until = 200 + chance.below(2000)
    const near = begun.update({ effects: setHighlights.of({ packed, until }) }).state
    const all = begun.update({ effects: setHighlights.of({ packed }) }).state
    const seen = (state: EditorState, from: number, to: number) =>
      highlightsIn(state, from, to).map(({ id, from, to, value }) => [id, from, to, value.lane])
    const to = chance.below(until)
    expect(near.field(highlightState).near?.set.size).toBeLessThan(600)
    expect(seen(near, 0, to), `seed ${seed}`).toEqual(seen(all, 0, to))
    expect(seen(near, 0, length)).toEqual(seen(all, 0, length))
    const typed = { changes: { from: chance.below(length), insert: 'typed' } }
    expect(seen(near.update(typed).state, 0, length)).toEqual(seen(all.update(typed).state, 0, length))
  }
})

test('columns lie over what has been typed as rows do (seeds 1–300)', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const chance = random(seed)
    const rows = Array.from({ length: chance.below(30) }, (_, i) => drawn(chance, i + 1))
    let now = length
    const local = Array.from({ length: chance.below(4) }, () => {
      const from = chance.below(now - 40)
      const deleted = chance.below(30)
      const typed = 'x'.repeat(deleted === 0 ? 1 + chance.below(3) : chance.below(3))
      const changes = [from, typed === '' ? [deleted] : [deleted, typed], now - from - deleted].filter((it) => it !== 0)
      now += typed.length - deleted
      return { type: 'text' as const, changes, format: { marks: [], kinds: [], images: [] } }
    }).filter(({ changes }) => changes.some((it) => Array.isArray(it) && it.join() !== '0')) as EditStep[]
    const packed = packedOverLocal(packHighlights(rows), local)
    const left = [...packed.ids].flatMap((id, at) =>
      packed.lengths[at] === 0 ? [] : [[id, packed.starts[at], packed.lengths[at]]],
    )
    const expected = rowsOverLocal(rows, local).map((row) => [row.id, row.start, row.length])
    expect(left.sort(), `seed ${seed}`).toEqual(expected.sort())
    expect([...packed.starts]).toEqual([...packed.starts].sort((a, b) => a - b))
  }
})
