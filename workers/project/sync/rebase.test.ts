import { describe, expect, it } from 'vitest'
import { type Person, simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import { isProblem, type Result } from '../../../src/model/problems.ts'
import type { Db } from '../../../wasm/database/db.ts'

const good = <T>(result: Result<T>): T => {
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}
const textOf = (db: Db) => db.one<{ text: string }>('SELECT text FROM answer_texts')?.text
const highlightsOf = (db: Db) =>
  db.all<{ id: number; start: number; length: number }>('SELECT id, start, length FROM highlights ORDER BY start')

/** Two people at one text, everything settled. */
function together() {
  const simulation = simulate(() => 0.5)
  const [anna, ben] = [simulation.join('Anna'), simulation.join('Ben')]
  const all = (person: Person, calls: Call[]) => good(person.copy.run('tab', '', calls, 'undo.test'))
  const run = (person: Person, call: Call) => all(person, [call])[0] as number
  const html = '<p>I trusted him until the letter came.</p>'
  const sourceId = run(anna, { command: 'createSource', args: { title: 'Interview', html } })
  const quirkId = run(anna, { command: 'createQuirk', args: { title: 'Trust' } })
  for (const person of simulation.people) simulation.connect(person)
  simulation.settle()
  const place = { sourceId, questionId: 1 }
  const cut = (person: Person, from: number, to: number) =>
    run(person, { command: 'editAnswer', args: { ...place, changes: [{ from, to, insert: '' }] } })
  return { simulation, anna, ben, all, run, place, quirkId, cut }
}

/** With two steps of which the room takes the first alone: each quirk under the other. */
function nesting() {
  const both = together()
  const { simulation, anna, run, quirkId } = both
  const doubt = run(anna, { command: 'createQuirk', args: { title: 'Doubt' } })
  simulation.settle()
  const under = (quirkId: number, parentQuirkId: number): Call => ({
    command: 'moveQuirk',
    args: { quirkId, parentQuirkId },
  })
  return { ...both, nest: [under(quirkId, doubt), under(doubt, quirkId)] as const }
}

describe('a step that others’ changes have come below', () => {
  it('gives back by undo what a colleague has highlighted meanwhile on the words that it took', () => {
    const { simulation, anna, ben, run, place, quirkId, cut } = together()
    cut(anna, 0, 14)
    const on = { ...place, quirkId, start: 2, length: 7 }
    const highlightId = run(ben, { command: 'createHighlight', args: on })
    simulation.send(ben)
    simulation.serve(ben)
    simulation.arrive(anna)
    expect(highlightsOf(anna.copy.db)).toEqual([])
    good(anna.copy.undo('tab'))
    const back = [{ id: highlightId, start: 2, length: 7 }]
    expect(highlightsOf(anna.copy.db)).toEqual(back)
    simulation.settle()
    for (const db of [anna.copy.db, ben.copy.db, simulation.roomDb]) expect(highlightsOf(db)).toEqual(back)
    simulation.close()
  })

  it('is done again when the row that it stands under is back', () => {
    const { simulation, anna, ben, run } = together()
    const doubt = run(anna, { command: 'createQuirk', args: { title: 'Doubt' } })
    simulation.settle()
    run(ben, { command: 'setShortcutKey', args: { quirkId: doubt, shortcutKey: 'b' } })
    simulation.send(ben)
    run(anna, { command: 'removeQuirk', args: { quirkId: doubt } })
    simulation.send(anna)
    simulation.serve(anna)
    simulation.arrive(anna)
    simulation.arrive(ben)
    good(anna.copy.undo('tab'))
    simulation.send(anna)
    simulation.serve(anna)
    simulation.settle()
    expect(ben.copy.db.all('SELECT quirkId, shortcutKey FROM quirk_shortcut_keys')).toEqual([
      { quirkId: doubt, shortcutKey: 'b' },
    ])
    for (const db of [anna.copy.db, ben.copy.db]) expect(stateOf(db)).toEqual(stateOf(simulation.roomDb))
    simulation.close()
  })

  it('does so where the deletion and what takes it back are under way together', () => {
    const { simulation, anna, ben, run, place, quirkId, cut } = together()
    cut(anna, 0, 14)
    good(anna.copy.undo('tab'))
    simulation.send(anna)
    const highlightId = run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
    simulation.send(ben)
    simulation.serve(ben)
    simulation.settle()
    for (const db of [anna.copy.db, ben.copy.db, simulation.roomDb])
      expect(highlightsOf(db)).toEqual([{ id: highlightId, start: 2, length: 7 }])
    expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
    simulation.close()
  })

  it('does not bring back what a colleague has deleted as well, who still can', () => {
    const { simulation, anna, ben, cut } = together()
    cut(anna, 2, 14)
    good(anna.copy.undo('tab'))
    cut(ben, 2, 10)
    simulation.send(ben)
    simulation.serve(ben)
    simulation.settle()
    expect(textOf(simulation.roomDb)).toBe('I him until the letter came.')
    good(ben.copy.undo('tab'))
    simulation.settle()
    for (const db of [anna.copy.db, ben.copy.db, simulation.roomDb])
      expect(textOf(db)).toBe('I trusted him until the letter came.')
    simulation.close()
  })

  it.each([
    ['before', 2, 'I (often) trusted him'],
    ['in', 7, 'I trust(often) ed him'],
    ['behind', 10, 'I trusted (often) him'],
  ])('comes back on its side of what a colleague has typed %s it', (_, at, text) => {
    const { simulation, anna, ben, run, place, quirkId, cut } = together()
    const highlightId = run(anna, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
    simulation.settle()
    cut(anna, 2, 10)
    run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: at, to: at, insert: '(often) ' }] } })
    simulation.send(anna)
    simulation.serve(anna)
    simulation.settle()
    good(anna.copy.undo('tab'))
    simulation.settle()
    for (const db of [anna.copy.db, ben.copy.db, simulation.roomDb]) {
      expect(textOf(db)).toBe(`${text} until the letter came.`)
      const [found] = highlightsOf(db)
      expect(found?.id).toBe(highlightId)
      expect(textOf(db)?.slice(found?.start, (found?.start ?? 0) + (found?.length ?? 0))).toMatch(/^trust.*ed$/)
    }
    simulation.close()
  })

  it('brings words back once, where a colleague has removed their text before the room heard that they were deleted', () => {
    const { simulation, anna, ben, run, place, cut } = together()
    cut(anna, 2, 14)
    const removal: Call = { command: 'removeSources', args: { sourceIds: [place.sourceId] } }
    run(anna, removal)
    good(anna.copy.undo('tab'))
    good(anna.copy.undo('tab'))
    run(ben, removal)
    simulation.send(ben)
    simulation.serve(ben)
    simulation.arrive(anna)
    simulation.settle()
    for (const db of [anna.copy.db, ben.copy.db, simulation.roomDb])
      expect(textOf(db)).toBe('I trusted him until the letter came.')
    simulation.close()
  })

  it('lies on all that was chosen, though some of it was away meanwhile', () => {
    const { simulation, anna, ben, run, place, quirkId, cut } = together()
    run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 11 } })
    cut(anna, 10, 14)
    simulation.send(anna)
    simulation.serve(anna)
    simulation.arrive(ben)
    simulation.arrive(anna)
    expect(highlightsOf(ben.copy.db)).toMatchObject([{ start: 2, length: 8 }])
    good(anna.copy.undo('tab'))
    simulation.settle()
    for (const db of [anna.copy.db, ben.copy.db, simulation.roomDb])
      expect(highlightsOf(db)).toMatchObject([{ start: 2, length: 11 }])
    simulation.close()
  })

  it('does so below a later step and another tab’s, which are taken back by themselves', () => {
    const { simulation, anna, ben, run, place, quirkId, cut } = together()
    cut(anna, 2, 10)
    cut(anna, 10, 13)
    good(
      anna.copy.run(
        'other tab',
        '',
        [{ command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'So ' }] } }],
        'undo.test',
      ),
    )
    const highlightId = run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
    simulation.send(ben)
    simulation.serve(ben)
    simulation.arrive(anna)
    good(anna.copy.undo('tab'))
    expect(highlightsOf(anna.copy.db)).toEqual([])
    good(anna.copy.undo('tab'))
    expect(textOf(anna.copy.db)).toBe('So I trusted him until the letter came.')
    const back = [{ id: highlightId, start: 5, length: 7 }]
    expect(highlightsOf(anna.copy.db)).toEqual(back)
    simulation.settle()
    for (const db of [ben.copy.db, simulation.roomDb]) expect(highlightsOf(db)).toEqual(back)
    simulation.close()
  })

  it('refused after it was taken back here, leaves the text as it was, once', () => {
    const { simulation, anna, ben, all, run, place, nest } = nesting()
    run(ben, nest[0])
    simulation.send(ben)
    simulation.serve(ben)
    all(anna, [nest[1], { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 10, insert: '' }] } }])
    simulation.send(anna)
    good(anna.copy.undo('tab'))
    simulation.serve(anna)
    simulation.settle()
    for (const db of [anna.copy.db, ben.copy.db, simulation.roomDb])
      expect(textOf(db)).toBe('I trusted him until the letter came.')
    expect(anna.problems.length).toBeGreaterThan(0)
    expect(anna.copy.waiting).toBe(0)
    simulation.close()
  })

  it('may not be sent any more, like those before and behind it: the text is as if none had been', () => {
    const { simulation, anna, run, place } = together()
    for (const [from, to, insert] of [
      [0, 2, ''],
      [5, 5, ', then, '],
      [9, 9, 'as ever '],
      [0, 1, ''],
    ] as const)
      run(anna, { command: 'editAnswer', args: { ...place, changes: [{ from, to, insert }] } })
    expect(anna.copy.setAside(false)).toBe(4)
    expect(textOf(anna.copy.db)).toBe('I trusted him until the letter came.')
    expect(anna.copy.waiting).toBe(0)
    simulation.close()
  })

  it('refused by an answer that comes twice, is told of once', () => {
    const { simulation, anna, ben, run, nest } = nesting()
    run(ben, nest[0])
    simulation.send(ben)
    simulation.serve(ben)
    run(anna, nest[1])
    simulation.send(anna)
    simulation.serve(anna)
    const answers = anna.wire?.down.flatMap((down) => ('answer' in down ? [down.answer] : [])) ?? []
    while (anna.wire?.down.length) simulation.arrive(anna)
    const told = [...anna.problems]
    expect([answers.length, told.length]).toEqual([1, 1])
    for (const answer of answers) expect(anna.copy.acknowledge(answer)).toBe('done')
    expect(anna.problems).toEqual(told)
    simulation.close()
  })
})

describe('a step that cannot be done again since a colleague removed what it was about too', () => {
  /** Anna cuts out words and puts a quirk under another, in one step; Ben has removed that one. What she types then, and before, is for the text as she sees it. */
  const cutAndNest = (isSent: boolean) => {
    const both = together()
    const { simulation, anna, ben, all, run, place, quirkId } = both
    const doubt = run(anna, { command: 'createQuirk', args: { title: 'Doubt' } })
    simulation.settle()
    const types = (person: Person, from: number, insert: string) =>
      run(person, { command: 'editAnswer', args: { ...place, changes: [{ from, to: from, insert }] } })
    const hear = (person: Person) => {
      simulation.send(person)
      simulation.serve(person)
      while (person.wire?.down.length) simulation.arrive(person)
      for (const other of [anna, ben]) while (other !== person && other.wire?.down.length) simulation.arrive(other)
    }
    all(anna, [
      { command: 'editAnswer', args: { ...place, changes: [{ from: 13, to: 30, insert: '' }] } },
      { command: 'moveQuirk', args: { quirkId: doubt, parentQuirkId: quirkId } },
    ])
    if (isSent) simulation.send(anna)
    types(anna, 13, ' once')
    expect(textOf(anna.copy.db)).toBe('I trusted him once came.')
    run(ben, { command: 'removeQuirk', args: { quirkId } })
    hear(ben)
    return { ...both, types, hear }
  }

  it.each([true, false])('is out from under what was typed behind it, which stays (under way: %s)', (isSent) => {
    const { simulation, anna, ben } = cutAndNest(isSent)
    expect(textOf(anna.copy.db)).toBe('I trusted him until the letter once came.')
    simulation.settle()
    for (const { copy } of [anna, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    expect(textOf(ben.copy.db)).toBe('I trusted him until the letter once came.')
    expect(anna.problems).toEqual([{ kind: 'parentRemoved', of: 'quirk', title: 'Trust' }])
    simulation.close()
  })

  it.each([true, false])(
    'lets by what others type, and what is typed before its answer comes (under way: %s)',
    (isSent) => {
      const { simulation, anna, ben, types, hear } = cutAndNest(isSent)
      types(anna, textOf(anna.copy.db)?.length ?? 0, ' So.')
      types(ben, 0, 'Well, ')
      hear(ben)
      const text = 'Well, I trusted him until the letter once came. So.'
      expect(textOf(anna.copy.db)).toBe(text)
      simulation.settle()
      for (const { copy } of [anna, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
      expect(textOf(ben.copy.db)).toBe(text)
      simulation.close()
    },
  )

  it('is done with those behind it where the colleague brings that back before its answer comes', () => {
    const { simulation, anna, ben, types, hear } = cutAndNest(true)
    types(anna, textOf(anna.copy.db)?.length ?? 0, ' So.')
    good(ben.copy.undo('tab'))
    types(ben, 0, 'Well, ')
    hear(ben)
    const text = 'Well, I trusted him once came. So.'
    expect(textOf(anna.copy.db)).toBe(text)
    simulation.settle()
    for (const { copy } of [anna, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    expect(textOf(ben.copy.db)).toBe(text)
    simulation.close()
  })
})

describe('what waits under a row that a colleague has removed', () => {
  /** Ben's step reaches the room and Anna, while hers waits. */
  const below = ({ simulation, anna, ben }: ReturnType<typeof together>) => {
    simulation.send(ben)
    simulation.serve(ben)
    simulation.arrive(anna)
  }
  const agreed = ({ simulation, anna, ben }: ReturnType<typeof together>) => {
    simulation.settle()
    for (const { copy } of [anna, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    simulation.close()
  }
  const answers = (db: Db) => db.all('SELECT id FROM question_answers')
  /** A source of one and a question of the other, made at the same time: there is no answer yet. */
  const open = () => {
    const both = together()
    const { simulation, anna, ben, run } = both
    const questionId = run(anna, { command: 'createQuestion', args: { question: 'Why?' } })
    const sourceId = run(ben, { command: 'createSource', args: { title: 'Second' } })
    simulation.settle()
    return { ...both, at: { sourceId, questionId }, before: answers(anna.copy.db) }
  }

  it('is left out at once, and the rest of its step stays', () => {
    const both = open()
    const { anna, ben, all, run, at, before } = both
    all(anna, [
      { command: 'createAnswer', args: at },
      { command: 'createGroup', args: { description: 'Mine' } },
    ])
    run(ben, { command: 'removeSources', args: { sourceIds: [at.sourceId] } })
    below(both)
    expect(answers(anna.copy.db)).toHaveLength(before.length - 1)
    expect(anna.copy.db.all('SELECT description FROM groups')).toEqual([{ description: 'Mine' }])
    agreed(both)
  })

  it('is left out with what was typed into it', () => {
    const both = open()
    const { anna, ben, all, run, at, before } = both
    all(anna, [
      { command: 'createAnswer', args: at },
      { command: 'editAnswer', args: { ...at, changes: [{ from: 0, to: 0, insert: 'Because.' }] } },
      { command: 'createHighlight', args: { ...at, quirkId: both.quirkId, start: 0, length: 7 } },
    ])
    run(ben, { command: 'removeSources', args: { sourceIds: [at.sourceId] } })
    below(both)
    expect(answers(anna.copy.db)).toHaveLength(before.length - 1)
    agreed(both)
  })

  it('is told once where nothing else was to be done, whether it has been sent or not', () => {
    for (const isSent of [false, true]) {
      const both = together()
      const { simulation, anna, ben, run, quirkId } = both
      run(anna, { command: 'createQuirk', args: { title: 'Child', parentQuirkId: quirkId } })
      if (isSent) simulation.send(anna)
      run(ben, { command: 'removeQuirk', args: { quirkId } })
      below(both)
      expect(anna.copy.db.all('SELECT id FROM quirks')).toEqual([])
      agreed(both)
      expect(anna.problems).toEqual([{ kind: 'parentRemoved', of: 'quirk', title: 'Trust' }])
    }
  })
})
