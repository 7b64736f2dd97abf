import { afterEach, beforeEach, expect, test } from 'vitest'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { type Person, type Simulation, simulate } from '../../fixtures/testing/simulation.ts'
import type { Args, CommandName } from '../../src/model/commands.ts'
import { isProblem } from '../../src/model/problems.ts'
import { listSteps, stepDetail } from './steps.ts'

let room: Simulation
let anna: Person

beforeEach(() => {
  room = simulate(seeded(3))
  anna = room.join('Anna')
})
afterEach(() => room.close())

let calls = 0
function run<N extends CommandName>(command: N, args: Args<N>): unknown {
  calls += 1
  const done = anna.copy.run(anna.name, `call ${calls}`, [{ command, args } as never], `undo.${command}`)
  if (isProblem(done)) throw new Error(done.problem.kind)
  room.settle()
  return done.ok[0]
}
const entries = () => listSteps(room.roomDb, room.room.head, {}).entries

test('the others are told who went back to when, live and from the log; who did it is not', () => {
  run('createQuirk', { title: 'Trust' })
  const id = run('createQuirk', { title: 'Doubt' })
  const [last, then] = entries()
  if (!last || !then) throw new Error('two steps')
  const { seq } = then
  const ben = room.join('Ben')
  room.settle()
  run('restoreState', { state: JSON.stringify({ seq, head: last.seq, rows: {}, gone: { quirks: [id] } }), seq })
  const back = { author: 'Anna', restores: { seq, at: then.at } }
  expect(ben.wentBack).toEqual([back])
  anna.copy.undo(anna.name)
  room.settle()
  expect(ben.wentBack).toEqual([back, { author: 'Anna', restores: {} }])
  expect(anna.wentBack).toEqual([])
  expect(room.room.events(0, 1e9).flatMap(({ restores }) => (restores ? [restores] : []))).toEqual([back.restores, {}])
})

test('going back is listed with the time of the state, its undo as such, and going back again as the first time', () => {
  run('createQuirk', { title: 'Trust' })
  const id = run('createQuirk', { title: 'Doubt' })
  const [last, then] = entries()
  if (!last || !then) throw new Error('two steps')
  const { seq } = then
  run('restoreState', { state: JSON.stringify({ seq, head: last.seq, rows: {}, gone: { quirks: [id] } }), seq })
  for (const way of ['undo', 'redo'] as const) {
    expect(anna.copy[way](anna.name)).toEqual({ ok: { leftAlone: false } })
    room.settle()
  }
  const back = { seq, at: then.at }
  expect(entries().map(({ restores }) => restores)).toEqual([back, {}, back, undefined, undefined])
  expect(entries()[2]?.parts).toMatchObject([{ op: 'remove', table: 'quirks', titles: ['Doubt'] }])
  expect(stepDetail(room.roomDb, last.seq + 1)).toMatchObject({ restores: back, texts: [] })
})
