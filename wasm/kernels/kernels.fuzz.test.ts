/**
 * Random projects and random work on them: every kernel equals its oracle, before and after, and whatever happens while it loads. The seed
 * stands in the title; bad ones are kept. `npm run prove -- kernels` runs a thousand.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { kernelsOnce } from '../../fixtures/testing/kernelsCase.ts'
import { kernelsInRoom } from '../../fixtures/testing/kernelsInRoom.ts'
import { loadKernels } from '../database/boot/nodeKernels.ts'

/** Seeds that once showed a fault. */
const kept: number[] = [1575]
const first = Number(process.env.SEED ?? 1)
const seeds = [...kept, ...Array.from({ length: Number(process.env.SEEDS ?? 2) }, (_, i) => first + i)]

const total: Record<string, number> = {}
let busy = 0

describe('every kernel equals its oracle', () => {
  it.each(seeds)('seed %i', async (seed) => {
    const did = kernelsOnce(seed, await loadKernels())
    expect(did.effects).toBeGreaterThan(0)
    if (did.overlaps > 0) busy += 1
    for (const [what, n] of Object.entries(did)) total[what] = (total[what] ?? 0) + n
  })

  it('in copies that follow a room: seed 1', async () => {
    const did = kernelsInRoom(1, await loadKernels())
    expect(did.effects).toBeGreaterThan(0)
    expect(did.overlaps).toBeGreaterThan(0)
  })

  afterAll(() => {
    // A fuzz that did nothing proves nothing.
    if (seeds.length < 20) return
    for (const [what, n] of Object.entries(total)) expect(n, what).toBeGreaterThan(0)
    expect(busy).toBeGreaterThan(seeds.length / 2)
  })
})
