/**
 * Random projects written as `.qdpx`, held against the schema, and read again by our own importer: the same project. The seed stands in the
 * title. `npm run prove -- roundtrip` runs many.
 */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { refiFaults } from '../../../fixtures/testing/refiSchema.ts'
import { roundTripOnce } from '../../../fixtures/testing/roundTripCase.ts'

/** Seeds that once showed a fault. */
const kept: number[] = []
const first = Number(process.env.SEED ?? 1)
const seeds = [...kept, ...Array.from({ length: Number(process.env.SEEDS ?? 20) }, (_, i) => first + i)]
const total: Record<string, number> = {}

describe('a project comes back from a .qdpx as it was', () => {
  it.each(seeds)('seed %i', async (seed) => {
    const { bytes, counts } = await roundTripOnce(seed)
    for (const [what, n] of Object.entries(counts)) total[what] = (total[what] ?? 0) + n
    if (seed % 4 !== 0) return
    const project = unzipSync(bytes)['project.qde'] ?? new Uint8Array()
    expect(await refiFaults('Project', strFromU8(project))).toEqual([])
  })

  afterAll(() => {
    // A fuzz that did nothing proves nothing.
    if (seeds.length < 20) return
    for (const [what, n] of Object.entries(total)) expect(n, what).toBeGreaterThan(0)
  })
})
