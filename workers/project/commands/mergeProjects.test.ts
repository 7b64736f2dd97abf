import { afterEach, expect, test } from 'vitest'
import { draw, drawnTime, show } from '../../../fixtures/project.ts'
import { type Person, type Simulation, serverProject, simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Returned } from '../../../src/model/commands.ts'
import { isProblem } from '../../../src/model/problems.ts'
import type { ProjectRows } from '../../../src/model/projectRows.ts'
import { mergeProjects } from '../../../src/model/rules/projects/merge/mergeProjects.ts'
import { tables } from '../../../src/model/schema.ts'
import { projectRows } from '../../../wasm/database/projectRows.ts'

let simulation: Simulation
afterEach(() => simulation.close())

const words = 'I trusted him until the letter came, and then I did not trust anybody any more, least of all him.'
const base = `quirk Trust\nquirk Doubt < Trust\nsource Anna | ${words.replace('trusted', '[trusted]Trust')}`

const begin = (partSize?: number): Person => {
  simulation = simulate(() => 0.5, undefined, partSize, serverProject(base))
  simulation.room.reserve(['Anna', 'Ben'])
  return simulation.join('Anna')
}

/** Made apart: the times of its rows are its own. */
function elsewhere(drawing: string): ProjectRows {
  const drawn = draw(drawing)
  for (const table of tables) for (const row of drawn[table]) if ('timestamp' in row) row.timestamp = drawnTime + 1
  return drawn
}

const his = elsewhere(
  `quirk Trust\nquirk Fear\nsource Anna | Oh ${words.replace('letter', '[letter]Fear@Ben')}\nsource Ben | [Nobody]Fear@Ben came.`,
)

function merge({ copy }: Person, others: readonly ProjectRows[], keepBoth: number[] = []): Returned<'mergeProjects'> {
  const args = { others: others.map((rows) => ({ rows: JSON.stringify(rows), keepBoth })), title: 'His' }
  const done = copy.run('t', '', [{ command: 'mergeProjects', args }], 'undo.mergeProjects')
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok[0] as Returned<'mergeProjects'>
}

test('what comes is what was shown, in one step that colleagues get, with the names of the project’s people', () => {
  const anna = begin()
  const ben = simulation.join('Ben')
  const shown = mergeProjects(projectRows(anna.copy.db), [{ rows: his }]).counts
  expect(merge(anna, [his])).toEqual(shown)
  expect(shown).toMatchObject({ sources: { similar: 1, added: 1 }, highlights: { added: 1, moved: 1, lost: 0 } })
  simulation.settle()
  expect([anna.problems, ben.problems]).toEqual([[], []])
  expect(show(ben.copy.db).split('\n').toSorted()).toEqual(
    [
      'quirk Trust',
      'quirk Doubt < Trust',
      'quirk Fear',
      `source Anna | ${words.replace('trusted', '[trusted]Trust').replace('letter', '[letter]Fear@Ben')}`,
      'source Ben | [Nobody]Fear@Ben came.',
    ].toSorted(),
  )
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(simulation.room.history({}).entries).toMatchObject([
    { author: 'Anna', act: { key: 'undo.mergeProjects', about: ['His'] } },
  ])
})

test('merging again adds nothing, and is no step', () => {
  const anna = begin()
  merge(anna, [his])
  simulation.settle()
  const after = stateOf(anna.copy.db)
  expect(merge(anna, [his])).toMatchObject({ sources: { added: 0 }, highlights: { added: 0 }, quirks: { added: 0 } })
  expect(stateOf(anna.copy.db)).toEqual(after)
  expect(anna.copy.waiting).toBe(0)
})

test('is taken back byte for byte, a text that came where there was none too, and done again', () => {
  const anna = begin()
  anna.copy.run('t', '', [{ command: 'createSource', args: { title: 'Carl', html: '' } }], 'x')
  simulation.settle()
  const before = projectRows(anna.copy.db)
  const other = elsewhere(`quirk Fear\nsource Carl | [Nobody]Fear@Ben came.`)
  expect(merge(anna, [his, other])).toMatchObject({ sources: { same: 1, similar: 1, added: 1 } })
  const after = projectRows(anna.copy.db)
  expect(show(anna.copy.db)).toContain('source Carl | [Nobody]Fear@Ben came.')
  simulation.settle()
  expect(projectRows(simulation.roomDb)).toEqual(after)
  anna.copy.undo('t')
  expect(projectRows(anna.copy.db)).toEqual(before)
  simulation.settle()
  expect(projectRows(simulation.roomDb)).toEqual(before)
  anna.copy.redo('t')
  simulation.settle()
  expect(projectRows(simulation.roomDb)).toEqual(after)
  expect(anna.problems).toEqual([])
})

test('chat of other people comes with it and goes when it is taken back; done again before it was sent, too', () => {
  const anna = begin()
  const said = { ...his, chat_messages: [{ id: 7, author: 'Ben', timestamp: 5, message: 'Look at this.' }] }
  merge(anna, [said])
  anna.copy.undo('t')
  anna.copy.redo('t')
  simulation.settle()
  const messages = () => simulation.roomDb.all('SELECT author, message FROM chat_messages')
  expect(messages()).toEqual([{ author: 'Ben', message: 'Look at this.' }])
  anna.copy.undo('t')
  simulation.settle()
  expect([anna.problems, messages()]).toEqual([[], []])
})

test('codings that overlap stay apart, one alone too', () => {
  const anna = begin()
  const other = elsewhere(`quirk Trust\nsource Anna | ${words.replace('I trusted', '[I trusted]Trust')}`)
  for (const row of other.highlights ?? []) row.author = 'Me'
  merge(anna, [other])
  simulation.settle()
  expect(simulation.roomDb.all('SELECT start, length FROM highlights ORDER BY start')).toHaveLength(2)
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
})

test('is a merge still when it was set aside and is sent again, with the names of other people, and when that is done again', () => {
  const anna = begin()
  merge(anna, [his])
  const before = projectRows(anna.copy.db)
  anna.copy.setAside(true)
  expect(anna.copy.sendSetAside('t')).toEqual({ ok: { sent: 1, setAside: 0 } })
  simulation.settle()
  expect(anna.problems.filter(({ kind }) => kind !== 'stepsSetAside')).toEqual([])
  expect(projectRows(simulation.roomDb)).toEqual(before)
  anna.copy.undo('t')
  simulation.settle()
  anna.copy.redo('t')
  simulation.settle()
  expect(anna.problems.filter(({ kind }) => kind !== 'stepsSetAside')).toEqual([])
  expect(projectRows(simulation.roomDb)).toEqual(before)
})

test('the same project merged by two people at once: both have the same then, and each takes back what is theirs', () => {
  const anna = begin()
  const ben = simulation.join('Ben')
  const before = stateOf(anna.copy.db)
  merge(anna, [his])
  merge(ben, [his])
  simulation.settle()
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  anna.copy.undo('t')
  ben.copy.undo('t')
  simulation.settle()
  expect(stateOf(simulation.roomDb)).toEqual(before)
  expect([anna.problems, ben.problems]).toEqual([[], []])
})

test('goes in parts where it is large, and is taken back whole', () => {
  const anna = begin(2000)
  const before = stateOf(anna.copy.db)
  const many = Array.from({ length: 60 }, (_, n) => `source S${n} | [Words]Trust@Ben ${n} of it.`)
  merge(anna, [elsewhere(`quirk Trust\n${many.join('\n')}`)])
  expect(anna.copy.waiting).toBeGreaterThan(3)
  simulation.settle()
  expect(anna.problems).toEqual([])
  expect(simulation.roomDb.one('SELECT COUNT(*) AS n FROM sources')).toEqual({ n: 61 })
  anna.copy.undo('t')
  simulation.settle()
  expect(stateOf(simulation.roomDb)).toEqual(before)
})

test('what is no project is refused, and nothing is done', () => {
  const anna = begin()
  const before = stateOf(anna.copy.db)
  for (const rows of ['', '{}', '{"sources":[{"id":1}]}']) {
    const calls = [{ command: 'mergeProjects' as const, args: { others: [{ rows }] } }]
    expect(isProblem(anna.copy.run('t', '', calls, 'undo.mergeProjects'))).toBe(true)
  }
  expect(stateOf(anna.copy.db)).toEqual(before)
})

test('what comes of it is not what was shown any more: nothing is done', () => {
  const anna = begin()
  const shown = mergeProjects(projectRows(anna.copy.db), [{ rows: his }]).counts
  anna.copy.run('t', '', [{ command: 'createQuirk', args: { title: 'Fear' } }], 'x')
  const before = stateOf(anna.copy.db)
  const args = { others: [{ rows: JSON.stringify(his) }], shown }
  const run = () => anna.copy.run('t', '', [{ command: 'mergeProjects', args }], 'undo.mergeProjects')
  expect(run()).toEqual({ problem: { kind: 'mergeChanged' } })
  expect(stateOf(anna.copy.db)).toEqual(before)
  anna.copy.undo('t')
  expect(run()).toEqual({ ok: [shown] })
})
