import { describe, expect, test } from 'vitest'
import { drawnKernels } from '../../fixtures/testing/drawnKernels.ts'
import { attempt } from '../../src/model/problems.ts'
import { loadKernels } from '../database/boot/nodeKernels.ts'
import { holding, openKernel } from './kernel.ts'
import { finish, usual } from './slices.ts'

const tooLarge = { problem: { kind: 'tooLarge' } }

describe('a kernel’s memory', () => {
  test('parts do not touch each other, also when it grows; what is freed is used again', async () => {
    const kernel = openKernel(await loadKernels())
    const parts = [3, 1_000_000, 16, 3_000_000].map((bytes, n) => {
      const pointer = kernel.reserve(bytes)
      kernel.bytes(pointer, bytes).fill(n + 1)
      return { pointer, bytes }
    })
    for (const [n, { pointer, bytes }] of parts.entries())
      expect(kernel.bytes(pointer, bytes).every((byte) => byte === n + 1)).toBe(true)
    const { size } = kernel
    for (const { pointer } of parts) kernel.free(pointer)
    expect(kernel.held).toBe(0)
    kernel.reserve(4_000_000)
    expect(kernel.size).toBe(size)
    expect(() => kernel.free(12)).toThrow('nobody')
  })

  test('where the browser gives no more it is a problem, and what there is stays good', async () => {
    const kernel = openKernel(await loadKernels(), { ...usual, pages: 20 })
    const held = holding(kernel)
    const pointer = held.reserve(100_000)
    kernel.bytes(pointer, 1)[0] = 7
    expect(attempt(() => held.reserve(20 * 65_536))).toEqual(tooLarge)
    expect(kernel.bytes(pointer, 1)[0]).toBe(7)
    held.free()
    expect(kernel.held).toBe(0)
  })

  test('a question that finds no memory leaves nothing behind and can be asked again', async () => {
    // The words' classes and table need 272 KB.
    const { kernels } = await drawnKernels('quirk A\nsource One | [one]A two', { pages: 20 })
    for (let again = 0; again < 3; again += 1) {
      expect(attempt(() => finish(kernels.textSearch('one')))).toEqual(tooLarge)
      expect(kernels.held).toBe(0)
    }
    expect(finish(kernels.overlaps(1))).toEqual(new Map())
  })
})
