import { EditorState, RangeSet, type RangeValue } from '@codemirror/state'
import { afterEach, expect, test, vi } from 'vitest'
import { packHighlights } from '../../../model/packedHighlights.ts'
import type { HighlightRow } from '../../../model/queries.ts'
import { random } from '../../../model/text/randomRich.ts'
import {
  everyHighlightIn,
  highlightBeside,
  highlightState,
  highlightsIn,
  placed,
  setHighlights,
  setShows,
  setSpotlight,
  spotlightState,
} from './highlightState.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const length = 5000

function stateOf(rows: readonly HighlightRow[]): EditorState {
  const state = EditorState.create({
    doc: 'words and '.repeat(length / 10),
    extensions: [highlightState, spotlightState],
  })
  return state.update({ effects: setHighlights.of({ packed: packHighlights(rows) }) }).state
}

const some = (seed: number, count: number): HighlightRow[] => {
  const { below } = random(seed)
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, quirkId: 1, start: below(length - 60), length: 1 + below(50), timestamp: at },
    author: ['Ana', 'Ben', 'Cora'][below(3)] as string,
  }))
}
const shown = (state: EditorState) => placed(state.field(highlightState)).map(({ id }) => id)

test('what the filter leaves out is neither drawn nor in anybody’s way, and comes back as it was (seeds 1–30)', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const rows = some(seed, 60)
    const all = stateOf(rows)
    let state = all.update({ effects: setShows.of(({ author }) => author !== 'Ben') }).state
    const wanted = rows.filter(({ author }) => author !== 'Ben').map(({ id }) => id)
    expect(shown(state).sort()).toEqual(wanted.sort())
    expect(highlightsIn(state, 0, length).some(({ value }) => value.author === 'Ben')).toBe(false)
    // What is typed takes from those too that are left out: Ctrl+Z gives it back to them.
    expect(everyHighlightIn(state, 0, length)).toHaveLength(rows.length)
    const late = { id: 999, quirkId: 1, start: 3, length: 9, author: 'Ben', timestamp: 1 }
    state = state.update({ effects: setHighlights.of({ put: [late], gone: [] }) }).state
    expect(shown(state)).not.toContain(999)
    state = state.update({ effects: setHighlights.of({ put: [], gone: [999] }) }).state
    const back = state.update({ effects: setShows.of(null) }).state
    expect(shown(back)).toEqual(shown(all))
  }
})

test('stepping goes through all that are shown, in the order of the text, both ways and around the end (seeds 1–30)', () => {
  for (let seed = 1; seed <= 30; seed++) {
    let state = stateOf(some(seed, 25)).update({ effects: setShows.of(({ author }) => author !== 'Cora') }).state
    const order = shown(state)
    for (const by of [1, -1] as const) {
      const met: number[] = []
      for (let steps = 0; steps < order.length; steps++) {
        const found = highlightBeside(state, by)
        met.push(found?.id ?? 0)
        state = state.update({ effects: setSpotlight.of({ active: found, draft: null }) }).state
      }
      // Forwards the last one is where backwards begins, after itself.
      expect(met).toEqual(by === 1 ? order : [...order.slice(0, -1).reverse(), ...order.slice(-1)])
    }
  }
  expect(highlightBeside(stateOf([]), 1)).toBeNull()
})

test('the highlight that is worked on moves with its words, and is none once it has gone or other words are selected', () => {
  const rows = some(4, 10)
  let state = stateOf(rows)
  const found = highlightBeside(state, 1)
  if (!found) throw new Error('no highlight')
  const draft = { from: found.from, to: found.to + 4 }
  state = state.update({ effects: setSpotlight.of({ active: found, draft }) }).state
  expect(highlightsIn(state, 0, length).find(({ id }) => id === found.id)).toMatchObject(draft)
  state = state.update({ changes: { from: 0, insert: 'abc' } }).state
  expect(state.field(spotlightState)).toMatchObject({
    active: { id: found.id, from: found.from + 3, to: found.to + 3 },
    draft: { from: found.from + 3, to: found.to + 7 },
  })
  const elsewhere = state.update({ selection: { anchor: 1, head: 5 }, userEvent: 'select.pointer' }).state
  expect(elsewhere.field(spotlightState).active).toBeNull()
  const gone = state.update({ effects: setHighlights.of({ put: [], gone: [found.id] }) }).state
  expect(gone.field(spotlightState)).toMatchObject({ active: null, draft: null })
})

test('a step among 50,000 highlights costs what is near, not all of them', () => {
  const doc = 'words and '.repeat(500_000)
  const { below } = random(7)
  const rows = Array.from({ length: 50_000 }, (_, at) => ({
    ...{ id: at + 1, quirkId: 1, start: below(doc.length - 400), length: 20 + below(300), author: 'Ben', timestamp: 0 },
  }))
  let state = EditorState.create({ doc, extensions: [highlightState, spotlightState] })
  state = state.update({ effects: setHighlights.of({ packed: packHighlights(rows) }) }).state
  state = state.update({ selection: { anchor: doc.length / 2 } }).state
  const seen = spyOnSets()
  expect(highlightBeside(state, 1)?.from).toBeGreaterThanOrEqual(doc.length / 2)
  expect(highlightBeside(state, -1)?.from).toBeLessThan(doc.length / 2)
  expect(seen.size).toBeLessThan(200)
  // And what looks at all is noticed.
  everyHighlightIn(state, 0, doc.length)
  expect(seen.size).toBe(rows.length)
})

/** Each highlight that a set gives out from now on. */
function spyOnSets(): Set<RangeValue> {
  const seen = new Set<RangeValue>()
  const { between, iter } = RangeSet.prototype
  vi.spyOn(RangeSet.prototype, 'between').mockImplementation(function (this: RangeSet<RangeValue>, from, to, see) {
    between.call(this, from, to, (start, end, value) => {
      seen.add(value)
      return see(start, end, value)
    })
  })
  vi.spyOn(RangeSet.prototype, 'iter').mockImplementation(function (this: RangeSet<RangeValue>, from) {
    between.call(this, from ?? 0, 1e9, (_start, _end, value) => void seen.add(value))
    return iter.call(this, from)
  })
  return seen
}
