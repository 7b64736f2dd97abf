import { expect, test } from 'vitest'
import { draw, fill } from '../../../fixtures/project.ts'
import { refuse } from '../../../src/model/problems.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { loadKernels } from '../../../wasm/database/boot/nodeKernels.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import { openAnalyses } from './analyses.ts'
import { warmInIdle } from './warmInIdle.ts'

/** A clock of one's own: `rest` lets so much time go by without a question. */
function scripted(answers: boolean[]) {
  let asked = 0
  const timers = new Set<() => void>()
  const world = { quiet: 10_000, warmed: 0 }
  const stop = warmInIdle(
    {
      warm: async (goOn) => {
        world.warmed += 1
        return goOn() && (answers[asked++] ?? true)
      },
    },
    {
      after: (_, run) => {
        timers.add(run)
        return () => timers.delete(run)
      },
      quietFor: () => world.quiet,
    },
    (error) => {
      throw error
    },
  )
  const rest = async () => {
    for (const run of [...timers]) {
      timers.delete(run)
      run()
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { world, rest, stop, waits: () => timers.size > 0 }
}

test('nothing is read ahead while somebody asks, and what gave way goes on later', async () => {
  const { world, rest, waits } = scripted([false, true])
  world.quiet = 10
  await rest()
  expect(world.warmed).toBe(0)
  world.quiet = 10_000
  await rest()
  expect([world.warmed, waits()]).toEqual([1, true])
  await rest()
  expect([world.warmed, waits()]).toEqual([2, false])
})

test('nothing is read ahead once it is ended', async () => {
  const { world, rest, stop } = scripted([])
  stop()
  await rest()
  expect(world.warmed).toBe(0)
})

test('what is asked while something is read ahead is answered', async () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(
    db,
    draw(`
      quirk Trust
      source Anna | I [trusted]Trust him.
    `),
  )
  const analyses = openAnalyses({
    kernels: loadKernels,
    turn: async () => {},
    after: () => () => {},
    report: (error) => {
      throw error
    },
  })
  analyses.attach(db)
  const said: string[] = []
  const warming = analyses.warm(() => true).then((done) => said.push(done ? 'warm' : 'gave way'))
  const answer = new Promise<unknown>((resolve) => analyses.watch('coders', {}, resolve)).then(() =>
    said.push('answered'),
  )
  await Promise.all([warming, answer])
  expect(said).toContain('answered')
  expect(await analyses.warm(() => true)).toBe(true)
})

test('kernels that cannot be fetched are no bug: a question is told so, and the next one has them', async () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  let isAway = true
  const analyses = openAnalyses({
    kernels: async () => (isAway ? refuse({ kind: 'cannotConnect' }) : loadKernels()),
    turn: async () => {},
    after: () => () => {},
    report: (error) => {
      throw error
    },
  })
  analyses.attach(db)
  const ask = () => new Promise<unknown>((resolve) => analyses.watch('coders', {}, resolve))
  expect(await analyses.warm(() => true)).toBe(true)
  expect(await ask()).toEqual({ problem: { kind: 'cannotConnect' } })
  isAway = false
  expect(await ask()).toHaveProperty('ok')
})
