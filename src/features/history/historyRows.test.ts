import { describe, expect, test } from 'vitest'
import type { HistoryEntry, StepDetail, StepPart } from '../../model/history.ts'
import { historyRows, joinSteps, textsOf } from './historyRows.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const second = 1000
const minute = 60 * second
const step = (seq: number, author: string, at: number, ...parts: StepPart[]): HistoryEntry => ({
  ...{ seq, at, author, parts },
})
const edit = (...titles: string[]): StepPart => ({
  ...{ op: 'edit', table: 'question_answers', count: titles.length, titles },
})
const typed = (seq: number, at: number, title = 'Kelly', author = 'Ann') => step(seq, author, at, edit(title))

/** `3-2*`: steps 2 and 3 as one row, with who and when; `(3)`: one of a run that is unfolded. */
const drawn = (entries: readonly HistoryEntry[], unfolded: readonly number[] = []) =>
  historyRows(entries, new Set(unfolded)).map((row) => {
    if (row.kind === 'day') return 'day'
    const words = row.run.map(({ seq }) => seq).join('-') + (row.first ? '*' : '')
    return row.within ? `(${words})` : words
  })

describe('the rows of the history', () => {
  test('a heading for each day; who and when for the first step of a minute', () => {
    expect(
      drawn([
        step(5, 'Ann', noon + 61_000),
        step(4, 'Ann', noon + 1000),
        step(3, 'Ann', noon),
        step(2, 'Ben', noon),
        step(1, 'Ben', noon - 86_400_000),
      ]),
    ).toEqual(['day', '5*', '4*', '3', '2*', 'day', '1*'])
  })

  test('pages overlap without a step standing twice', () => {
    const known = [step(5, 'Ann', 5), step(4, 'Ann', 4)]
    expect(joinSteps(known, [step(6, 'Ann', 6), step(5, 'Ann', 5), step(3, 'Ann', 3)]).map(({ seq }) => seq)).toEqual([
      6, 5, 4, 3,
    ])
  })
})

describe('what is typed on in one text is one row', () => {
  test('as long as one person does it, and nothing else lies between', () => {
    expect(drawn([typed(3, noon + 2), typed(2, noon + 1), typed(1, noon)])).toEqual(['day', '3-2-1*'])
    expect(drawn([typed(3, noon + 2), typed(2, noon + 1, 'Kelly', 'Ben'), typed(1, noon)])).toEqual([
      ...['day', '3*', '2*', '1*'],
    ])
    expect(drawn([typed(3, noon + 2), typed(2, noon + 1, 'David'), typed(1, noon)])).toEqual(['day', '3*', '2', '1'])
  })

  test('a step that does more than to edit the one text, or went back, stays by itself', () => {
    const highlight: StepPart = { op: 'remove', table: 'highlights', count: 1, titles: ['Trust'] }
    const others: StepPart[][] = [
      [edit('Kelly'), highlight],
      [{ ...edit('Kelly'), count: 2 }],
      [edit('Kelly', 'David')],
      [{ ...edit(), count: 1 }],
      [{ ...edit('Kelly'), op: 'update' }],
      [],
    ]
    for (const parts of others)
      expect(drawn([typed(3, noon), step(2, 'Ann', noon, ...parts), step(1, 'Ann', noon, ...parts)])).toEqual([
        ...['day', '3*', '2', '1'],
      ])
    expect(drawn([{ ...typed(2, noon), restores: { seq: 0 } }, typed(1, noon)])).toEqual(['day', '2*', '1'])
  })

  test('each within five minutes of the next, however long it is, and not over midnight', () => {
    const pause = 5 * minute
    expect(drawn([typed(3, noon + 2 * pause), typed(2, noon + pause), typed(1, noon)])).toEqual(['day', '3-2-1*'])
    expect(drawn([typed(2, noon + pause + 1), typed(1, noon)])).toEqual(['day', '2*', '1*'])
    const midnight = noon + 12 * 60 * minute
    expect(drawn([typed(2, midnight), typed(1, midnight - second)])).toEqual(['day', '2*', 'day', '1*'])
  })

  test('also where it began on the next page, and where steps of others are left out', () => {
    const known = [typed(9, noon + 9), typed(8, noon + 8)]
    expect(drawn(joinSteps(known, [typed(7, noon + 7), typed(4, noon + 4), step(3, 'Ann', noon)]))).toEqual([
      ...['day', '9-8-7-4*', '3'],
    ])
  })

  test('with who and when where it took several minutes, even under a row of that minute', () => {
    const then = noon + minute
    expect(drawn([step(4, 'Ann', then + 3), typed(3, then + 2), typed(2, noon), step(1, 'Ann', noon)])).toEqual([
      ...['day', '4*', '3-2*', '1*'],
    ])
    expect(drawn([step(4, 'Ann', noon + 3), typed(3, noon + 2), typed(2, noon), step(1, 'Ann', noon)])).toEqual([
      ...['day', '4*', '3-2', '1'],
    ])
  })

  test('unfolded, each step stands under it, however it has grown since', () => {
    const run = [typed(3, noon + minute), typed(2, noon + second), typed(1, noon)]
    const shown = ['day', '3-2-1*', '(3*)', '(2*)', '(1)']
    expect(drawn(run, [2])).toEqual(shown)
    expect(drawn(run, [3])).toEqual(shown)
    expect(drawn(run, [4])).toEqual(shown.slice(0, 2))
    expect(drawn([...run, step(0, 'Ann', noon)], [2])).toEqual([...shown, '0*'])
    expect(drawn([typed(1, noon)], [1])).toEqual(['day', '1*'])
  })
})

describe('the words of a run', () => {
  const detail = (seq: number, ...texts: StepDetail['texts']): StepDetail => ({
    ...typed(seq, noon),
    texts,
    passages: [],
  })

  test('are those of its steps in their order, a stretch each', () => {
    const first = detail(1, { title: 'Kelly', added: ['She to', 'and'], removed: [] })
    const bold = detail(2, { title: 'Kelly', added: [], removed: [] })
    const last = detail(3, { title: 'Kelly', added: ['ld me'], removed: ['I think'] })
    expect(textsOf([first, bold, last])).toEqual([
      { title: 'Kelly', added: ['She to … and', 'ld me'], removed: ['I think'] },
    ])
  })

  test('are those of its texts where it is one step', () => {
    const texts = [
      { title: 'Kelly', added: ['one', 'two'], removed: [] },
      { title: 'David', added: [], removed: ['three'] },
    ]
    expect(textsOf([detail(1, ...texts)])).toEqual(texts)
    expect(textsOf([])).toEqual([])
  })
})
