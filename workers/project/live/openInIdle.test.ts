import { expect, it } from 'vitest'
import type { Db } from '../../../wasm/database/db.ts'
import { openInIdle } from './openInIdle.ts'

/** A copy of so many texts, and a clock of which each tick is run by hand. */
function stage(texts: number) {
  let left = texts
  let quietFor = 0
  let next: (() => void) | null = null
  const openMore = (most: number) => {
    left = Math.max(0, left - most)
    return left > 0
  }
  const rest = {
    after: (_: number, run: () => void) => {
      next = run
      return () => {
        next = null
      }
    },
    quietFor: () => quietFor,
  }
  return {
    rest,
    db: { openMore } as unknown as Db,
    left: () => left,
    waits: () => next !== null,
    tick: async (quiet: number) => {
      quietFor = quiet
      const run = next
      next = null
      run?.()
      // What is decrypted meanwhile comes before the next.
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}
const failed = (error: unknown) => {
  throw error
}

it('texts are opened one after the other once nobody asks anything, and then it is over', async () => {
  const { db, rest, left, tick, waits } = stage(3)
  openInIdle(db, rest, failed)
  await tick(0)
  expect([left(), waits()]).toEqual([3, true])
  for (let ticks = 0; waits() && ticks < 10; ticks += 1) await tick(1000)
  expect([left(), waits()]).toEqual([0, false])
})

it('is over with the copy, and is never begun where nothing is sealed', async () => {
  const { db, rest, left, tick, waits } = stage(3)
  openInIdle(db, rest, failed)()
  await tick(1000)
  expect([left(), waits()]).toEqual([3, false])
  openInIdle({} as Db, rest, failed)
  expect(waits()).toBe(false)
})
