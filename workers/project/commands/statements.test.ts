import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Simulation, simulate } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import { statements as limits } from '../../../src/model/limits.ts'
import { readStatements } from '../../../src/model/rules/analysis/savedStatements.ts'
import type { Preference } from '../../../src/model/schema.ts'

let simulation: Simulation
let calls = 0
beforeEach(() => {
  simulation = simulate(() => 0.5)
  simulation.join('Anna')
})
afterEach(() => simulation.close())

const person = (n = 0) => simulation.people[n] as Simulation['people'][number]
const run = (call: Call, who = person()) => who.copy.run('tab', `call ${++calls}`, [call], `undo.${call.command}`)
const save = (title: string, sql: string, statementId?: number) =>
  run({ command: 'saveStatement', args: { title, sql, ...(statementId !== undefined && { statementId }) } })
const kept = (who = person()) => readStatements(who.copy.db.all<Preference>('SELECT key, value FROM preferences'))

test('saved, overwritten and deleted: one undo step each, and seen by a colleague', () => {
  const saved = save(' Mine\n', 'SELECT 1')
  const id = 'ok' in saved ? (saved.ok[0] as number) : -1
  expect(kept()).toEqual([{ id, title: 'Mine', sql: 'SELECT 1' }])
  save('Mine', 'SELECT 2', id)
  expect(kept()).toEqual([{ id, title: 'Mine', sql: 'SELECT 2' }])
  simulation.join('Berta')
  simulation.settle()
  expect(kept(person(1))).toEqual(kept())
  run({ command: 'removeStatement', args: { statementId: id } })
  expect(kept()).toEqual([])
  person().copy.undo('tab')
  person().copy.undo('tab')
  expect(kept()).toEqual([{ id, title: 'Mine', sql: 'SELECT 1' }])
})

test('one without a name of its own, too long, or that is none any more is refused', () => {
  save('Mine', 'SELECT 1')
  expect(save('Mine', 'SELECT 2')).toEqual({ problem: { kind: 'statementExists', name: 'Mine' } })
  expect(save(' ', 'SELECT 2')).toEqual({ problem: { kind: 'statementTitleRequired' } })
  expect(save('Long', 'x'.repeat(limits.longest + 1))).toEqual({ problem: { kind: 'tooLong', most: limits.longest } })
  expect(run({ command: 'removeStatement', args: { statementId: 9 } })).toEqual({
    problem: { kind: 'statementNotFound' },
  })
})

test('of what a file from outside holds only statements are read', () => {
  const read = (key: string, value: string) => readStatements([{ key, value }])
  const good = JSON.stringify({ title: 'A', sql: 'SELECT 1', more: [] })
  expect(read('statement:5', good)).toEqual([{ id: 5, title: 'A', sql: 'SELECT 1' }])
  for (const key of ['statement:05', 'statement:x', 'statements', 'query:5']) expect(read(key, good)).toEqual([])
  for (const value of ['', 'null', '[]', '{"title":"A"}', '{"title":" ","sql":"S"}', '{"title":1,"sql":"S"}'])
    expect(read('statement:5', value)).toEqual([])
})
