import { expect, it } from 'vitest'
import { type Person, simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import { isProblem } from '../../../src/model/problems.ts'
import { makeSure, sendableSteps, setAsideFile, setAsideSteps } from './setAside.ts'

/** Two people on a project with a text and a quirk; what `ben` does waits until they meet. */
function two() {
  const simulation = simulate(() => 0.5)
  const [anna, ben] = [simulation.join('Anna'), simulation.join('Ben')]
  const run = (person: Person, call: Call): number => {
    const done = person.copy.run('tab', '', [call], `undo.${call.command}`)
    if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
    return done.ok[0] as number
  }
  const html = '<p>I trusted him until the letter came.</p>'
  const sourceId = run(anna, { command: 'createSource', args: { title: 'Kelly', html } })
  const quirkId = run(anna, { command: 'createQuirk', args: { title: 'Trust' } })
  simulation.settle()
  return { simulation, anna, ben, run, place: { sourceId, questionId: 1 }, quirkId }
}
const said = ({ copy }: Person) =>
  (JSON.parse(setAsideFile(copy.db)) as { said: unknown[] }[]).flatMap((step) => step.said)

it('sets aside what its author has written and coded in a text that another removes meanwhile, with its words', () => {
  const { simulation, anna, ben, run, place, quirkId } = two()
  run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
  run(ben, { command: 'createMemo', args: { ...place, start: 2, length: 7, content: 'Why?' } })
  run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'Well, ' }] } })
  run(ben, { command: 'createQuirk', args: { title: 'Doubt' } })
  run(anna, { command: 'removeSources', args: { sourceIds: [place.sourceId] } })
  simulation.settle()
  expect(said(ben)).toMatchObject([
    { op: 'insert', table: 'highlights', source: 'Kelly', quirk: 'Trust', passage: 'trusted' },
    { op: 'insert', table: 'memos', source: 'Kelly', passage: 'trusted', written: ['Why?'] },
    { op: 'edit', source: 'Kelly', written: ['Well,'] },
  ])
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  // What is left to take back is what is there.
  expect(ben.copy.history('tab').undo).toMatchObject({ key: 'undo.createQuirk' })
  ben.copy.undo('tab')
  expect(ben.copy.history('tab').undo).toBeNull()
  expect(setAsideSteps(anna.copy.db)).toEqual([])
  simulation.close()
})

it('sets aside what was coded with a quirk that another removes meanwhile, and what was written of it', () => {
  const { simulation, anna, ben, run, place, quirkId } = two()
  run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
  run(ben, { command: 'updateQuirk', args: { quirkId, description: 'To rely on somebody' } })
  run(ben, { command: 'moveQuirk', args: { quirkId, x: 7, y: 8 } })
  run(anna, { command: 'removeQuirk', args: { quirkId } })
  simulation.settle()
  expect(said(ben)).toMatchObject([
    { op: 'insert', table: 'highlights', source: 'Kelly', quirk: 'Trust', passage: 'trusted' },
    { op: 'update', table: 'quirks', written: ['To rely on somebody'] },
  ])
  simulation.close()
})

it('sets aside a quirk that was put under one that another removes meanwhile, alone or made together with something else', () => {
  const { simulation, anna, ben, run, quirkId } = two()
  const under = (title: string): Call => ({ command: 'createQuirk', args: { title, parentQuirkId: quirkId } })
  run(ben, under('Doubt'))
  ben.copy.run('tab', '', [under('Fear'), { command: 'createGroup', args: { description: 'Mine' } }], 'undo.test')
  run(anna, { command: 'removeQuirk', args: { quirkId } })
  simulation.settle()
  expect(said(ben)).toMatchObject([
    { op: 'insert', table: 'quirks' },
    { op: 'insert', table: 'quirks' },
  ])
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(simulation.roomDb.all('SELECT description FROM groups')).toEqual([{ description: 'Mine' }])
  // They may be sent once the quirk is back.
  anna.copy.undo('tab')
  simulation.settle()
  makeSure(ben.copy.db)
  expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 2, setAside: 0 } })
  simulation.settle()
  expect(simulation.roomDb.all('SELECT title FROM quirks ORDER BY title')).toEqual(
    ['Doubt', 'Fear', 'Trust'].map((title) => ({ title })),
  )
  simulation.close()
})

it('keeps what was taken along of a step whose rest the room has taken', () => {
  const { simulation, anna, ben, run, quirkId } = two()
  const fear: Call = { command: 'createQuirk', args: { title: 'Fear', parentQuirkId: quirkId } }
  ben.copy.run('tab', '', [fear, { command: 'createGroup', args: { description: 'Mine' } }], 'undo.test')
  simulation.send(ben)
  run(anna, { command: 'removeQuirk', args: { quirkId } })
  simulation.settle()
  expect(simulation.roomDb.all('SELECT description FROM groups')).toEqual([{ description: 'Mine' }])
  expect(said(ben)).toMatchObject([{ op: 'insert', table: 'quirks' }])
  simulation.close()
})

it('sets nothing aside of what its author has taken back, or others have removed before it was begun', () => {
  const { simulation, anna, ben, run, place, quirkId } = two()
  const memoId = run(ben, { command: 'createMemo', args: { ...place, start: 2, length: 7, content: 'Why?' } })
  run(ben, { command: 'removeMemos', args: { memoIds: [memoId] } })
  run(anna, { command: 'removeQuirk', args: { quirkId } })
  simulation.settle()
  run(ben, { command: 'createMemo', args: { ...place, start: 0, length: 1, content: 'I' } })
  simulation.settle()
  run(anna, { command: 'removeSources', args: { sourceIds: [place.sourceId] } })
  simulation.settle()
  expect(setAsideSteps(ben.copy.db)).toEqual([])
  simulation.close()
})

it('sets aside what was under way as another removed what it is about, once', () => {
  const { simulation, anna, ben, run, place, quirkId } = two()
  run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'Well, ' }] } })
  ben.copy.nextPush()
  run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 0, length: 4 } })
  run(anna, { command: 'removeSources', args: { sourceIds: [place.sourceId] } })
  simulation.settle()
  expect(ben.copy.waiting).toBe(0)
  expect(said(ben)).toMatchObject([{ op: 'edit' }, { table: 'highlights' }])
  simulation.close()
})

it('offers to send what was coded with a quirk once the quirk is back', () => {
  const { simulation, anna, ben, run, place, quirkId } = two()
  run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
  run(ben, { command: 'updateQuirk', args: { quirkId, description: 'To rely on somebody' } })
  run(anna, { command: 'removeQuirk', args: { quirkId } })
  simulation.settle()
  expect([setAsideSteps(ben.copy.db).length, sendableSteps(ben.copy.db)]).toEqual([2, 0])
  // As the project does when the room has told all that it had taken.
  makeSure(ben.copy.db)
  // Pressed too early it is not lost.
  expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 0, setAside: 2 } })
  anna.copy.undo('tab')
  simulation.settle()
  expect(sendableSteps(ben.copy.db)).toBe(2)
  expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 2, setAside: 0 } })
  simulation.settle()
  expect(anna.copy.db.all('SELECT quirkId, start, length, author FROM highlights')).toEqual([
    { quirkId, start: 2, length: 7, author: 'Ben' },
  ])
  expect(anna.copy.db.all('SELECT description FROM quirks')).toEqual([{ description: 'To rely on somebody' }])
  expect(stateOf(ben.copy.db)).toEqual(stateOf(anna.copy.db))
  simulation.close()
})

it('does not offer what lies on a text that has changed', () => {
  const { simulation, anna, ben, run, place, quirkId } = two()
  run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'Well, ' }] } })
  run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 8, length: 7 } })
  run(anna, { command: 'removeQuirk', args: { quirkId } })
  simulation.settle()
  anna.copy.undo('tab')
  simulation.settle()
  // Where Ben's own words had been refused, it would have lain elsewhere.
  expect([setAsideSteps(ben.copy.db).length, sendableSteps(ben.copy.db)]).toEqual([1, 0])

  simulation.close()
})

it('offers what lies on a text that went once it is back, where its words are still there', () => {
  for (const isEdited of [false, true]) {
    const { simulation, anna, ben, run, place, quirkId } = two()
    run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
    run(ben, { command: 'createMemo', args: { ...place, start: 0, length: 0, content: 'Why?' } })
    const insert = { from: 0, to: 0, insert: 'Well, ' }
    if (isEdited) run(anna, { command: 'editAnswer', args: { ...place, changes: [insert] } })
    run(anna, { command: 'removeSources', args: { sourceIds: [place.sourceId] } })
    simulation.settle()
    expect([setAsideSteps(ben.copy.db).length, sendableSteps(ben.copy.db)]).toEqual([2, 0])
    makeSure(ben.copy.db)
    anna.copy.undo('tab')
    simulation.settle()
    // The memo is on the source as a whole.
    const fit = isEdited ? 1 : 2
    expect(sendableSteps(ben.copy.db)).toBe(fit)
    expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: fit, setAside: 2 - fit } })
    simulation.settle()
    expect(anna.copy.db.all('SELECT start, length FROM highlights')).toEqual(isEdited ? [] : [{ start: 2, length: 7 }])
    expect(anna.copy.db.all('SELECT content FROM memos')).toEqual([{ content: 'Why?' }])
    expect(stateOf(ben.copy.db)).toEqual(stateOf(anna.copy.db))
    simulation.close()
  }
})

it.each(['one after the other', 'together'])(
  'offers what was typed in a text that went and came back as it was, %s, with what lies on those words',
  (when) => {
    const { simulation, anna, ben, run, place, quirkId } = two()
    const type = (from: number, insert: string) =>
      run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from, to: from, insert }] } })
    type(0, 'Well, ')
    run(ben, { command: 'createHighlight', args: { ...place, quirkId, start: 0, length: 4 } })
    type(4, ' then')
    run(anna, { command: 'removeSources', args: { sourceIds: [place.sourceId] } })
    if (when === 'together') {
      simulation.cut(ben)
      for (const _ of ['removed', 'back']) {
        while (anna.copy.waiting > 0) {
          simulation.send(anna)
          simulation.serve(anna)
          while (anna.wire?.down.length) simulation.arrive(anna)
        }
        if (_ === 'removed') anna.copy.undo('tab')
      }
    }
    simulation.settle()
    makeSure(ben.copy.db)
    if (when !== 'together') {
      expect([setAsideSteps(ben.copy.db).length, sendableSteps(ben.copy.db)]).toEqual([3, 0])
      expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 0, setAside: 3 } })
      anna.copy.undo('tab')
      simulation.settle()
    }
    expect(sendableSteps(ben.copy.db)).toBe(3)
    expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 3, setAside: 0 } })
    simulation.settle()
    const text = anna.copy.db.one('SELECT text FROM answer_texts')
    expect(text).toEqual({ text: 'Well then, I trusted him until the letter came.' })
    expect(anna.copy.db.all('SELECT start, length FROM highlights')).toEqual([{ start: 0, length: 4 }])
    expect(stateOf(ben.copy.db)).toEqual(stateOf(anna.copy.db))
    simulation.close()
  },
)

it('does not offer what was typed in a text that came back as another', () => {
  const { simulation, anna, ben, run, place } = two()
  run(anna, { command: 'removeSources', args: { sourceIds: [place.sourceId] } })
  run(ben, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'Well, ' }] } })
  simulation.settle()
  makeSure(ben.copy.db)
  anna.copy.undo('tab')
  run(anna, { command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 1, insert: 'She' }] } })
  simulation.settle()
  expect([setAsideSteps(ben.copy.db).length, sendableSteps(ben.copy.db)]).toEqual([1, 0])
  expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 0, setAside: 1 } })
  simulation.close()
})
