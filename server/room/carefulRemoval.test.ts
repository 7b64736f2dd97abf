import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../fixtures/project.ts'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { type Person, type Simulation, simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import type { Call } from '../../src/model/commands.ts'
import { isProblem } from '../../src/model/problems.ts'

let room: Simulation
let anna: Person
let ben: Person

beforeEach(() => {
  room = simulate(seeded(7))
  anna = room.join('Anna')
  ben = room.join('Ben')
})
afterEach(() => room.close())

function run(person: Person, command: Call['command'], args: object): number {
  const done = person.copy.run('tab', '', [{ command, args } as Call], 'undo.test')
  if (isProblem(done)) throw new Error(done.problem.kind)
  return done.ok[0] as number
}

function settled(): string {
  room.settle()
  for (const { copy, problems } of room.people) {
    expect(problems).toEqual([])
    expect(stateOf(copy.db)).toEqual(stateOf(room.roomDb))
  }
  return show(room.roomDb)
}

test('what a colleague has put on it meanwhile keeps what somebody makes and takes back without having heard of that', () => {
  const sourceId = run(anna, 'createSource', { title: 'Kelly', html: '<p>I trusted him.</p>' })
  const quirkId = run(anna, 'createQuirk', { title: 'Trust' })
  settled()
  room.cut(anna)
  run(ben, 'createHighlight', { sourceId, questionId: 1, quirkId, start: 2, length: 7 })
  room.send(ben)
  room.serve(ben)
  const before = show(room.roomDb)
  for (const _ of ['quirk', 'source']) anna.copy.undo('tab')
  expect(show(anna.copy.db)).toBe('')
  expect(settled()).toBe(before)
})

test('on which nothing hangs, that goes', () => {
  run(anna, 'createQuirk', { title: 'Trust' })
  expect(settled()).toBe('quirk Trust')
  anna.copy.undo('tab')
  expect(settled()).toBe('')
})

test('rows of one step that hang on each other go together, in whatever order', () => {
  run(anna, 'createSource', { title: 'Kelly', html: '<p>I trusted him.</p>' })
  const trust = run(anna, 'createQuirk', { title: 'Trust' })
  settled()
  const before = show(room.roomDb)
  const group = anna.copy.run('tab', '', [{ command: 'createGroup', args: { description: 'First' } }] as Call[], '')
  if (isProblem(group)) throw new Error(group.problem.kind)
  run(anna, 'setGroup', { groupId: group.ok[0] as number, quirkId: trust, member: true })
  run(anna, 'createQuirk', { title: 'Doubt', parentQuirkId: trust, groupIds: [group.ok[0] as number] })
  settled()
  for (let i = 0; i < 3; i += 1) anna.copy.undo('tab')
  expect(settled()).toBe(before)
})
