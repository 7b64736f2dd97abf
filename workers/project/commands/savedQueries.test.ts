import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Simulation, simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import { readQueries } from '../../../src/model/rules/analysis/savedQueries.ts'
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
const kept = (who = person()) => readQueries(who.copy.db.all<Preference>('SELECT key, value FROM preferences'))
const filters = [{ field: 'group', operator: '=', value: 'Good', clause: 'And' } as const]
const query = { title: 'Mine', textSearch: 'trust', filters, selectedQuirkId: -1 }
const save = (args: Partial<Parameters<typeof asSaved>[0]> = {}, who = person()) => run(asSaved(args), who)
const asSaved = (args: Partial<typeof query> & { queryId?: number }): Call => ({
  command: 'saveQuery',
  args: { ...query, ...args },
})
const idOf = (saved: ReturnType<typeof run>): number => ('ok' in saved ? (saved.ok as number[])[0] : undefined) ?? -1

test('saved, overwritten, renamed and deleted: one undo step each', () => {
  const id = idOf(save())
  const states = [[], kept()]
  expect(kept()).toEqual([{ ...query, id }])
  save({ queryId: id, textSearch: 'doubt' })
  states.push(kept())
  expect(kept()).toEqual([{ ...query, id, textSearch: 'doubt' }])
  run({ command: 'renameQuery', args: { queryId: id, title: ' Ours ' } })
  states.push(kept())
  expect(kept()).toEqual([{ ...query, id, title: 'Ours', textSearch: 'doubt' }])
  run({ command: 'removeQuery', args: { queryId: id } })
  expect(kept()).toEqual([])
  for (const before of states.reverse()) {
    person().copy.undo('tab')
    expect(kept()).toEqual(before)
  }
})

test('what cannot be asked, or has no title of its own, is refused', () => {
  save()
  expect(save({ title: 'Mine' })).toEqual({ problem: { kind: 'queryExists', name: 'Mine' } })
  expect(save({ title: ' ' })).toEqual({ problem: { kind: 'queryTitleRequired' } })
  expect(save({ title: 'Other', filters: [{ ...filters[0], operator: '<' }] as never })).toMatchObject({
    problem: { kind: 'badFilter' },
  })
  expect(run({ command: 'removeQuery', args: { queryId: 99 } })).toEqual({ problem: { kind: 'queryNotFound' } })
  expect(kept()).toHaveLength(1)
})

test('two people who save at the same time both have theirs', () => {
  simulation.join('Berta')
  save()
  save({ title: 'Hers' }, person(1))
  simulation.settle()
  expect(kept().map(({ title }) => title)).toEqual(['Hers', 'Mine'])
  expect(stateOf(person(1).copy.db)).toEqual(stateOf(person().copy.db))
})
