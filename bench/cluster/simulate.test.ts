import { expect, test } from 'vitest'
import { type Figures, measured } from './figures.ts'
import { type Site, simulate } from './simulate.ts'
import { usual } from './table.ts'

const small: Site = { ...usual, seed: 3, nodes: 10, projects: 10_000, openAtPeak: 2000 }

test('a day is the same for the same seed, and another one for another', () => {
  expect(simulate(small, measured)).toEqual(simulate(small, measured))
  expect(simulate({ ...small, seed: 4 }, measured).away).not.toEqual(simulate(small, measured).away)
})

test('twice as many projects cost PostgreSQL twice as much, but for what each node costs by itself', () => {
  const [one, two] = [small, { ...small, openAtPeak: 4000 }].map((site) => simulate(site, measured))
  for (const what of ['steps', 'statements', 'opening', 'bases'] as const)
    expect(two?.database[what]).toBeCloseTo(2 * (one?.database[what] ?? 0), 6)
  expect(two?.database.accounts).toBe(one?.database.accounts)
})

test('PostgreSQL is asked no more often than it answers, and less where nodes gather what they append', () => {
  const busy = { ...small, stepRate: 5 }
  const [now, gathered] = [simulate(busy, measured), simulate({ ...busy, gathers: 45 }, measured)]
  expect(now.stepsASecond).toBeCloseTo(10_000)
  expect(now.statementsASecond).toBe(2000)
  expect(gathered.statementsASecond).toBe(200)
  expect(gathered.used).toBeLessThan(now.used)
})

test('projects are away for as long as their node is believed in, and as bringing them back takes', () => {
  const slow: Figures = { ...measured, restore: { ...measured.restore, step: { database: 0, node: 0.01 } } }
  const [quick, late] = [simulate(small, measured), simulate(small, slow)]
  expect(quick.away.killed.projects).toBeGreaterThan(100)
  expect(quick.away.killed.longest).toBeGreaterThan(0)
  expect(late.away.killed.half).toBeGreaterThan(quick.away.killed.half + 1)
  // Believed in for 10 s since it renewed itself, at most 2 s before.
  expect(quick.away.frozen.half - quick.away.killed.half).toBeGreaterThan(7.5)
  expect(quick.away.frozen.half - quick.away.killed.half).toBeLessThan(10.5)
})

test('what is balanced is even', () => {
  const [left, balanced] = [false, true].map((balances) => simulate({ ...small, balances }, measured))
  expect(left?.handedOver).toBe(0)
  expect(balanced?.handedOver).toBeGreaterThan(0)
  expect(balanced?.unevenness.afterRestart).toBeLessThan(left?.unevenness.afterRestart ?? 0)
})
