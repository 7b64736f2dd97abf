import { expect, it } from 'vitest'
import { cutPower, cutServerPower, failDisk, hasCompiler } from './powerCuts.ts'

// 60,000 states and a fault at every third call: `npm run prove` (powerCuts.prove.ts). Without a C compiler both are skipped, and said to be.
const seed = 3

it.skipIf(!hasCompiler())(`seed ${seed}: no power cut loses what was acknowledged`, { timeout: 120_000 }, () => {
  const figures = cutPower({ seed, rounds: 4, some: 1, most: 75 })
  expect(figures.acknowledged).toBeGreaterThan(9)
  expect(figures.states).toBeGreaterThan(40)
  expect(figures.recovered).toBeGreaterThan(4)
})

it.skipIf(!hasCompiler())(
  `seed ${seed}: nor of what a server of many people has acknowledged`,
  { timeout: 120_000 },
  () => {
    const figures = cutServerPower({ seed, rounds: 1, some: 1, most: 48 })
    expect(figures.acknowledged).toBeGreaterThan(30)
    expect(figures.states).toBeGreaterThan(30)
    expect(figures.recovered).toBeGreaterThan(4)
  },
)

// The kind of call is named, since how many there are of each depends on how the threads happen to take turns, and so would the one that fails.
const faults = [
  { of: 'project', reads: false, rounds: 5, kind: 'pwrite64 /.Elsewhere.qrk', every: 50 },
  { of: 'project', reads: true, rounds: 5, kind: 'pread64 /project.qrk', every: 150 },
  { of: 'server', reads: false, rounds: 0.3, kind: 'newProject, POST /web/api/#/projects: pwrite64', every: 28 },
] as const

for (const { of, reads, rounds, kind, every } of faults)
  it.skipIf(!hasCompiler())(
    `seed ${seed}: nor does a disk that is full or broken, where a ${of} ${reads ? 'reads' : 'writes'}`,
    { timeout: 120_000 },
    () => {
      const lost: string[] = []
      const figures = failDisk({ of, reads, seed, rounds, kind, every, most: 1, found: (what) => lost.push(what) })
      expect(lost).toEqual([])
      expect(figures.runs).toBe(1)
      expect(figures.refused).toBeGreaterThan(0)
      expect(figures.acknowledged).toBeGreaterThan(4)
    },
  )
