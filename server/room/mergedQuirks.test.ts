import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../fixtures/project.ts'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { type Person, type Simulation, simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import type { Args, CommandName, Returned } from '../../src/model/commands.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { Quirk } from '../../src/model/schema.ts'

let room: Simulation
let anna: Person
let ben: Person

beforeEach(() => {
  room = simulate(seeded(7))
  anna = room.join('Anna')
  ben = room.join('Ben')
})
afterEach(() => room.close())

function run<N extends CommandName>(person: Person, command: N, args: Args<N>): Returned<N> {
  const done = person.copy.run(person.name, '', [{ command, args } as never], `undo.${command}`)
  if (isProblem(done)) throw new Error(done.problem.kind)
  return done.ok[0] as Returned<N>
}
const quirk = (title: string, parentQuirkId = -1) => run(anna, 'createQuirk', { title, parentQuirkId })
const merge = (sourceQuirkId: number, targetQuirkId: number) =>
  run(anna, 'mergeQuirks', { sourceQuirkId, targetQuirkId })

/** Sends everything; all have the same then, nothing was refused, and it reads so. */
function settled(): string {
  room.settle()
  for (const { copy, problems } of room.people) {
    expect(problems).toEqual([])
    expect(stateOf(copy.db)).toEqual(stateOf(room.roomDb))
  }
  return tree()
}

/** `Trust(Letters(Ink)), Doubt` */
function tree(): string {
  const all = room.roomDb.all<Quirk>('SELECT * FROM quirks ORDER BY id')
  const below = (parent: number): string =>
    all
      .filter(({ parentQuirkId }) => parentQuirkId === parent)
      .map(({ id, title }) => title + (below(id) && `(${below(id)})`))
      .join(', ')
  return below(-1)
}

function undo(person: Person): void {
  expect(person.copy.undo(person.name)).toEqual({ ok: { leftAlone: false } })
}

test('2 §5: the children come to the target, deeper than three levels too, and undo brings all back', () => {
  const trust = quirk('Trust')
  const letters = quirk('Letters', trust)
  const ink = quirk('Ink', letters)
  const doubt = quirk('Doubt')
  quirk('Fear', quirk('Silence', doubt))
  const before = settled()
  merge(doubt, ink)
  expect(settled()).toBe('Trust(Letters(Ink(Silence(Fear))))')
  undo(anna)
  expect(settled()).toBe(before)
  expect(anna.copy.redo('Anna')).toEqual({ ok: { leftAlone: false } })
  expect(settled()).toBe('Trust(Letters(Ink(Silence(Fear))))')
})

test('what is done in a deeper tree can be taken back: a removal, a move, another merge', () => {
  const ink = quirk('Ink', quirk('Letters', quirk('Trust')))
  const doubt = quirk('Doubt')
  const silence = quirk('Silence', doubt)
  const fear = quirk('Fear', silence)
  merge(doubt, ink)
  const deep = settled()
  run(anna, 'removeQuirk', { quirkId: fear })
  expect(settled()).toBe('Trust(Letters(Ink(Silence)))')
  undo(anna)
  expect(settled()).toBe(deep)
  run(anna, 'moveQuirk', { quirkId: silence, x: 1, y: 1, parentQuirkId: -1 })
  expect(settled()).toBe('Trust(Letters(Ink)), Silence(Fear)')
  undo(anna)
  expect(settled()).toBe(deep)
  merge(silence, ink)
  expect(settled()).toBe('Trust(Letters(Ink(Fear)))')
  undo(anna)
  expect(settled()).toBe(deep)
  merge(ink, fear)
  expect(settled()).toBe('Trust(Letters(Fear(Silence)))')
  undo(anna)
  expect(settled()).toBe(deep)
})

test('a target below the source takes the source’s place', () => {
  const trust = quirk('Trust')
  const letters = quirk('Letters', trust)
  const ink = quirk('Ink', letters)
  quirk('Paper', trust)
  const before = settled()
  merge(trust, ink)
  expect(settled()).toBe('Ink(Letters, Paper)')
  undo(anna)
  expect(settled()).toBe(before)
})

test('the room still refuses what two people nest too deep together', () => {
  const [trust, letters, ink] = [quirk('Trust'), quirk('Letters'), quirk('Ink')]
  const more = quirk('More', quirk('Paper', trust))
  settled()
  run(ben, 'removeQuirk', { quirkId: more })
  run(ben, 'moveQuirk', { quirkId: trust, parentQuirkId: letters })
  run(anna, 'moveQuirk', { quirkId: letters, parentQuirkId: ink })
  room.send(ben)
  room.serve(ben)
  room.settle()
  expect(anna.problems).toEqual([{ kind: 'quirkNestingIssue' }])
  for (const { copy } of room.people) expect(stateOf(copy.db)).toEqual(stateOf(room.roomDb))
})

test('highlights move in place, authors kept; those that then overlap one of the same author become one', () => {
  run(anna, 'createSource', { title: 'S', html: '<p>I trusted him until the letter came.</p>' })
  const trust = quirk('Trust')
  const doubt = quirk('Doubt')
  settled()
  const source = room.roomDb.one<{ id: number }>('SELECT id FROM sources')!.id
  const on = (start: number, length: number) => ({ sourceId: source, questionId: 1, start, length })
  run(anna, 'createHighlight', { ...on(2, 7), quirkId: trust })
  run(anna, 'createHighlight', { ...on(7, 6), quirkId: doubt })
  run(ben, 'createHighlight', { ...on(20, 10), quirkId: doubt })
  settled()
  const before = show(room.roomDb)
  merge(doubt, trust)
  settled()
  expect(show(room.roomDb)).toBe(
    ['quirk Trust', 'source S | I [trusted him]Trust@Anna until [the letter]Trust@Ben came.'].join('\n'),
  )
  undo(anna)
  settled()
  expect(show(room.roomDb)).toBe(before)
})

test('what a colleague puts on the source meanwhile goes to the target with the rest', () => {
  run(anna, 'createSource', { title: 'S', html: '<p>I trusted him until the letter came.</p>' })
  const [trust, doubt, letters] = [quirk('Trust'), quirk('Doubt'), quirk('Letters')]
  quirk('Silence', doubt)
  settled()
  const source = room.roomDb.one<{ id: number }>('SELECT id FROM sources')!.id
  merge(doubt, trust)
  run(ben, 'createHighlight', { sourceId: source, questionId: 1, start: 2, length: 7, quirkId: doubt })
  run(ben, 'moveQuirk', { quirkId: letters, parentQuirkId: doubt })
  room.send(ben)
  room.serve(ben)
  expect(settled()).toBe('Trust(Letters, Silence)')
  expect(show(room.roomDb)).toContain('I [trusted]Trust@Ben him')
  // Taking the merge back takes what came along back with it, to where he had put it.
  undo(anna)
  expect(settled()).toBe('Trust, Doubt(Letters, Silence)')
  expect(show(room.roomDb)).toContain('I [trusted]Doubt@Ben him')
})

test.each(['done', 'done again'])(
  'a merge of a quirk on which its maker has nothing, %s, takes nothing of a colleague’s along',
  (when) => {
    run(anna, 'createSource', { title: 'S', html: '<p>I trusted him until the letter came.</p>' })
    const [trust, doubt] = [quirk('Trust'), quirk('Doubt')]
    if (when === 'done again') {
      merge(doubt, trust)
      settled()
      undo(anna)
    }
    settled()
    const source = room.roomDb.one<{ id: number }>('SELECT id FROM sources')!.id
    if (when === 'done') merge(doubt, trust)
    else expect(anna.copy.redo('Anna')).toEqual({ ok: { leftAlone: false } })
    run(ben, 'createHighlight', { sourceId: source, questionId: 1, start: 2, length: 7, quirkId: doubt })
    run(ben, 'createQuirk', { title: 'Letters', parentQuirkId: doubt })
    room.send(ben)
    room.serve(ben)
    expect(settled()).toBe('Trust(Letters)')
    expect(show(room.roomDb)).toContain('I [trusted]Trust@Ben him')
    undo(anna)
    expect(settled()).toBe('Trust, Doubt(Letters)')
  },
)

test('into a quirk that a colleague has removed meanwhile nothing is merged', () => {
  const [trust, doubt] = [quirk('Trust'), quirk('Doubt')]
  settled()
  merge(doubt, trust)
  run(ben, 'removeQuirk', { quirkId: trust })
  room.send(ben)
  room.serve(ben)
  room.settle()
  expect(anna.problems.map(({ kind }) => kind)).toEqual(['parentRemoved'])
  expect(tree()).toBe('Doubt')
  for (const { copy } of room.people) expect(stateOf(copy.db)).toEqual(stateOf(room.roomDb))
})

test.each(['the source', 'a child of the source'])('a colleague nests the target under %s meanwhile', (where) => {
  const [trust, doubt] = [quirk('Trust'), quirk('Doubt')]
  const silence = quirk('Silence', doubt)
  settled()
  merge(doubt, trust)
  run(ben, 'moveQuirk', { quirkId: trust, parentQuirkId: where === 'the source' ? doubt : silence })
  room.send(ben)
  room.serve(ben)
  expect(settled()).toBe('Trust(Silence)')
})
