import { expect, it } from 'vitest'
import { saving } from '../../server/testing/saving.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)

it(`kill -9 during save as, backup and writing back loses nothing and leaves no half file (seed ${seed})`, async () => {
  const figures = await saving(seed, 2)
  expect(figures.kills).toBe(2)
  expect(figures.acknowledged).toBeGreaterThan(0)
}, 120_000)
