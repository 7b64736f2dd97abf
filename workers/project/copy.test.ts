import { describe, expect, it } from 'vitest'
import { simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import type { Call } from '../../src/model/commands.ts'
import { isProblem } from '../../src/model/problems.ts'

it('takes one highlight from a copy through the room to another, and back through undo', () => {
  const simulation = simulate(() => 0.5)
  const anna = simulation.join('Anna')
  const ben = simulation.join('Ben')
  const made = anna.copy.run(
    't',
    'c1',
    [
      { command: 'createSource', args: { title: 'Interview', html: '<p>I trusted him until the letter came.</p>' } },
      { command: 'createQuirk', args: { title: 'Trust' } },
      {
        command: 'createHighlight',
        args: {
          sourceId: '$1' as unknown as number,
          questionId: 1,
          quirkId: '$2' as unknown as number,
          start: 2,
          length: 11,
        },
      },
    ],
    'undo.createHighlight',
  )
  if (isProblem(made)) throw new Error(JSON.stringify(made))
  simulation.settle()
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(ben.copy.live.ask('quirks', {})).toMatchObject({ all: [{ title: 'Trust', highlights: 1 }] })
  expect(anna.copy.undo('t')).toMatchObject({ ok: { leftAlone: false } })
  simulation.settle()
  expect(ben.copy.live.ask('quirks', {})).toEqual({ all: [] })
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(anna.copy.redo('t')).toMatchObject({ ok: {} })
  simulation.settle()
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(ben.copy.live.ask('quirks', {})).toMatchObject({ all: [{ title: 'Trust', highlights: 1 }] })
  simulation.close()
})

it('brings nothing back under a quirk that another tab has removed', () => {
  const simulation = simulate(() => 0.5)
  const { copy } = simulation.join('Anna')
  const run = (tab: string, call: Call): number => {
    const done = copy.run(tab, '', [call], 'undo.test')
    if (isProblem(done)) throw new Error(JSON.stringify(done))
    return done.ok[0] as number
  }
  const sourceId = run('one', { command: 'createSource', args: { html: '<p>I trusted him.</p>' } })
  const quirkId = run('one', { command: 'createQuirk', args: { title: 'Trust' } })
  const passage = { sourceId, questionId: 1, start: 2, length: 7 }
  const highlightId = run('one', { command: 'createHighlight', args: { ...passage, quirkId } })
  run('one', { command: 'removeHighlights', args: { highlightIds: [highlightId] } })
  run('other', { command: 'removeQuirk', args: { quirkId } })
  expect(copy.undo('one')).toEqual({ ok: { leftAlone: 'all' } })
  expect(copy.db.all('SELECT id FROM highlights')).toEqual([])
  simulation.settle()
  expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
  simulation.close()
})

describe('a passage taken from a text that others have changed since', () => {
  const text = 'I trusted him until the letter came.'
  const work = () => {
    const simulation = simulate(() => 0.5)
    const { copy } = simulation.join('Anna')
    const run = (call: Call) => copy.run('t', '', [call], 'undo.test')
    const made = (call: Call) => {
      const done = run(call)
      if (isProblem(done)) throw new Error(JSON.stringify(done))
      return done.ok[0] as number
    }
    const sourceId = made({ command: 'createSource', args: { title: 'Interview', html: `<p>${text}</p>` } })
    const quirkId = made({ command: 'createQuirk', args: { title: 'Trust' } })
    const place = { sourceId, questionId: 1 }
    const { value } = copy.live.ask('answer', place)
    const insert = (at: number, words: string) =>
      made({ command: 'editAnswer', args: { ...place, changes: [{ from: at, to: at, insert: words }] } })
    const words = (id: number) => {
      const row = copy.db.one<{ start: number; length: number }>('SELECT start, length FROM highlights WHERE id = ?', [
        id,
      ])
      const now = copy.db.one<{ text: string }>('SELECT text FROM answer_texts')?.text ?? ''
      return row && now.slice(row.start, row.start + row.length)
    }
    return { simulation, run, made, quirkId, place, tick: value.tick, insert, words }
  }

  it('is highlighted, moved and noted on its words', () => {
    const { simulation, made, quirkId, place, tick, insert, words } = work()
    insert(0, 'So ')
    insert(3, 'there ')
    const on = { ...place, start: text.indexOf('trusted'), length: 'trusted'.length, tick }
    const id = made({ command: 'createHighlight', args: { ...on, quirkId } })
    expect(words(id)).toBe('trusted')
    made({ command: 'updateHighlight', args: { highlightId: id, start: 2, length: 'trusted him'.length, tick } })
    expect(words(id)).toBe('trusted him')
    const memoId = made({ command: 'createMemo', args: { ...on, content: 'Why?' } })
    expect(simulation.people[0]?.copy.db.one('SELECT start, length FROM memos WHERE id = ?', [memoId])).toEqual({
      start: 11,
      length: 7,
    })
    simulation.close()
  })

  it('can be taken out of a highlight: what stands before and after it stays', () => {
    const { simulation, made, run, quirkId, place, tick, insert, words } = work()
    insert(0, 'So ')
    const all = { ...place, start: 0, length: text.length, tick }
    const id = made({ command: 'createHighlight', args: { ...all, quirkId } })
    const cut = { highlightId: id, start: text.indexOf('trusted'), length: 'trusted'.length, tick }
    made({ command: 'cutHighlight', args: cut })
    expect(words(id)).toBe(text.slice(0, text.indexOf('trusted')).trim())
    const db = simulation.people[0]?.copy.db
    const last = db?.one<{ id: number; author: string }>('SELECT * FROM highlights ORDER BY id DESC') ?? { id: 0 }
    expect(words(last.id)).toBe(text.slice(text.indexOf('trusted') + 'trusted'.length).trim())
    db?.run('UPDATE highlights SET author = ?', ['Ben'])
    const inside = { highlightId: last.id, start: text.indexOf('him') + 1, length: 1, tick }
    expect(run({ command: 'cutHighlight', args: inside })).toEqual({ problem: { kind: 'foreignAuthor' } })
    made({ command: 'cutHighlight', args: { ...all, highlightId: last.id } as never })
    expect(words(last.id)).toBeUndefined()
    simulation.close()
  })

  it('is asked for again where the way from that text is not known any more', () => {
    const { simulation, run, quirkId, place, tick, insert } = work()
    for (let n = 0; n < 101; n++) insert(0, '.')
    const call: Call = { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7, tick } }
    expect(run(call)).toEqual({ problem: { kind: 'textChanged' } })
    expect(run({ command: 'createHighlight', args: { ...call.args, tick: tick + 1 } as never })).toHaveProperty('ok')
    simulation.close()
  })
})
