/// <reference path="../webAssembly.d.ts" />
/**
 * One instance of the kernels' module with a memory of its own, and who has which part of it.
 *
 * Promises: a pointer stays valid until it is freed; a typed array over the memory only until the next `reserve`, which may grow it.
 * Throws Refusal `tooLarge` where the browser gives no more memory (the module's addresses end at 4 GB).
 */
import { refuse } from '../../src/model/problems.ts'
import { type Sizes, usual } from './slices.ts'

export type KernelModule = WebAssembly.Module

/** What `assembly/kernels.ts` exports; the arguments are told there. */
export type KernelCalls = Record<KernelCall, (...args: number[]) => number>
type KernelCall =
  | 'against'
  | 'countPairs'
  | 'countRows'
  | 'countWords'
  | 'filterRows'
  | 'fold'
  | 'gather'
  | 'groupsWith'
  | 'histogram'
  | 'keepTouched'
  | 'overlapRows'
  | 'pairs'
  | 'places'
  | 'radixCount'
  | 'radixPass'
  | 'rehash'
  | 'search'
  | 'sweep'
  | 'sweepBlock'
  | 'touch'
  | 'touchRows'

export interface Kernel {
  readonly calls: KernelCalls
  readonly sizes: Sizes
  /** A part of at least so many bytes, aligned to 16, of undefined content. */
  reserve(bytes: number): number
  free(pointer: number): void
  /** Bytes that are reserved. */
  readonly held: number
  bytes(pointer: number, length: number): Uint8Array
  ints(pointer: number, length: number): Int32Array
  words(pointer: number, length: number): Uint32Array
  doubles(pointer: number, length: number): Float64Array
  /** Bytes of the whole memory. */
  readonly size: number
}

/** What a run reserves, freed together at its end, however it ends. */
export interface Hold {
  reserve(bytes: number): number
  /** Frees it with the others. */
  take(pointer: number): number
  /** Leaves it to the caller. */
  give(pointer: number): number
  free(): void
}

export function holding(kernel: Kernel): Hold {
  const held = new Set<number>()
  const take = (pointer: number) => {
    held.add(pointer)
    return pointer
  }
  return {
    reserve: (bytes) => take(kernel.reserve(bytes)),
    take,
    give: (pointer) => {
      held.delete(pointer)
      return pointer
    },
    free: () => {
      for (const pointer of held) kernel.free(pointer)
      held.clear()
    },
  }
}

interface Part {
  at: number
  size: number
}

const page = 65536

export function openKernel(module: KernelModule, sizes: Sizes = usual): Kernel {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: sizes.pages })
  const instance = new WebAssembly.Instance(module, {
    env: {
      memory,
      abort: () => {
        throw new Error('a kernel aborted')
      },
    },
  })
  const taken = new Map<number, number>()
  // The module keeps constants below the first kilobyte.
  let free: Part[] = [{ at: 1024, size: memory.buffer.byteLength - 1024 }]

  const grow = (bytes: number): void => {
    const before = memory.buffer.byteLength
    const last = free.at(-1)
    const spare = last && last.at + last.size === before ? last.size : 0
    const pages = Math.ceil((bytes - spare) / page)
    try {
      memory.grow(pages)
    } catch {
      refuse({ kind: 'tooLarge' })
    }
    give({ at: before, size: pages * page })
  }
  const give = (part: Part): void => {
    const sorted = [...free, part].sort((a, b) => a.at - b.at)
    free = []
    for (const next of sorted) {
      const last = free.at(-1)
      if (last && last.at + last.size === next.at) last.size += next.size
      else free.push(next)
    }
  }

  return {
    calls: instance.exports as KernelCalls,
    sizes,
    reserve: (bytes) => {
      const size = Math.max(16, Math.ceil(bytes / 16) * 16)
      const fits = () => free.find((part) => part.size >= size)
      if (!fits()) grow(size)
      const part = fits() as Part
      const { at } = part
      part.at += size
      part.size -= size
      if (part.size === 0) free = free.filter((other) => other !== part)
      taken.set(at, size)
      return at
    },
    free: (pointer) => {
      const size = taken.get(pointer)
      if (size === undefined) throw new Error('this part of the memory is nobody’s')
      taken.delete(pointer)
      give({ at: pointer, size })
    },
    bytes: (pointer, length) => new Uint8Array(memory.buffer, pointer, length),
    ints: (pointer, length) => new Int32Array(memory.buffer, pointer, length),
    words: (pointer, length) => new Uint32Array(memory.buffer, pointer, length),
    doubles: (pointer, length) => new Float64Array(memory.buffer, pointer, length),
    get held() {
      let sum = 0
      for (const size of taken.values()) sum += size
      return sum
    },
    get size() {
      return memory.buffer.byteLength
    },
  }
}
