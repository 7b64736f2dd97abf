/**
 * The project's highlights in the kernels' columns, in Node, and the same columns in a file for the references: native/columns.c, or the same
 * loops in JavaScript where there is no compiler; then the rows' names say so.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { openMemory } from '../../wasm/database/boot/memory.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openAnswers } from '../../wasm/kernels/answers.ts'
import { buildKernels } from '../../wasm/kernels/build.ts'
import type { Columns } from '../../wasm/kernels/columns/columns.ts'
import { loadAuthors, loadColumns } from '../../wasm/kernels/columns/loadColumns.ts'
import { type Kernel, openKernel } from '../../wasm/kernels/kernel.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import { compile } from '../native/compile.ts'
import { snapshotFile } from '../openProject.ts'
import { type Bench, compareInTurn, median, type Row } from '../row.ts'
import { columnsOracle } from './columnsOracle.ts'
import { type Conditions, conditions } from './conditions.ts'

export interface Checked {
  ms: number
  /** Of the result: `checksum`. */
  check: number
}
/** `what` of columns.c. */
export type Columnar = (what: 'matrix' | 'one' | 'filter', quirk?: number) => Checked

export interface TheColumns {
  readonly db: Db
  readonly columns: Columns
  /** The module, and the columns loaded anew. */
  readonly module: WebAssembly.Module
  load(): Columns
  /** Time spent in the calls of the filter's kernel since it was last set to 0. */
  readonly meter: { spent: number }
  readonly conditions: Conditions
  /** The ids of the quirks in the order of the columns' numbers, and the number of the most used one. */
  readonly quirkIds: readonly number[]
  readonly top: number
  /** `ours` in turn with the reference; throws where their results differ. */
  against(
    name: string,
    target: number,
    ours: () => Checked | Promise<Checked>,
    ...what: Parameters<Columnar>
  ): Promise<Row>
}

export const theColumns = (bench: Bench): Promise<TheColumns> => bench.shared('columns', () => openTheColumns(bench))

async function openTheColumns(bench: Bench): Promise<{ made: TheColumns; end: () => Promise<void> }> {
  const module = new WebAssembly.Module((await buildKernels()) as BufferSource)
  const db = await openMemory(new Uint8Array(readFileSync(await snapshotFile(bench))))
  const load = (kernel = openKernel(module)) => finish(loadColumns(kernel, db, openAnswers(db), () => {}))
  const meter = metered(openKernel(module))
  const columns = load(meter.kernel)
  finish(loadAuthors(columns, db))
  const five = conditions(columns, db)
  const file = bench.newPath('.columns')
  writeFileSync(file, columnsFile(columns, five))
  const program = compile<{ ms: number[]; check: number }>(bench, 'columns.c')
  const reference: Columnar = program
    ? (what, quirk = 0) => {
        const { ms, check } = program.run(file, what, 3, quirk)
        return { ms: median(ms), check }
      }
    : columnsOracle(readFileSync(file))
  const against: TheColumns['against'] = (name, target, ours, ...what) => {
    let check = 0
    const theirs = () => {
      const done = reference(...what)
      check = done.check
      return done.ms
    }
    const mine = async () => {
      const done = await ours()
      if (done.check !== check) throw new Error(`${name}: the kernel and its reference differ`)
      return done.ms
    }
    // The oracle is what the kernels are to be faster than.
    return program
      ? compareInTurn(name, target, mine, theirs)
      : compareInTurn(`${name} (JavaScript oracle)`, 1, mine, theirs)
  }
  const quirkIds = Array.from({ length: columns.quirks.size }, (_, n) => columns.quirks.at(n))
  const made = { db, columns, module, load, meter, conditions: five, quirkIds, top: mostUsed(columns), against }
  return { made, end: async () => db.close() }
}

/** The kernel with the time spent in its filter. */
function metered(kernel: Kernel): { kernel: Kernel; spent: number } {
  const meter = { kernel, spent: 0 }
  const timedCall =
    (call: (...args: number[]) => number) =>
    (...args: number[]) => {
      const began = performance.now()
      const result = call(...args)
      meter.spent += performance.now() - began
      return result
    }
  const { filterRows, countRows } = kernel.calls
  const calls = { ...kernel.calls, filterRows: timedCall(filterRows), countRows: timedCall(countRows) }
  meter.kernel = Object.create(kernel, { calls: { value: calls } }) as Kernel
  return meter
}

function mostUsed(columns: Columns): number {
  const uses = new Uint32Array(columns.quirks.size)
  for (const quirk of columns.kernel.ints(columns.at.quirks, columns.end)) uses[quirk] = (uses[quirk] ?? 0) + 1
  return uses.indexOf(Math.max(...uses))
}

/** The input of columns.c, from the columns themselves: the same order, the same ordinals, without gaps between the groups. */
function columnsFile(columns: Columns, { sources, quirks, author, from, to }: Conditions): Uint8Array {
  const { kernel, at, groupCount, size } = columns
  const parts: Uint8Array[] = []
  const put = (array: Int32Array | Float64Array | Uint8Array) => {
    parts.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice())
  }
  put(Int32Array.of(size, columns.quirks.size, groupCount))
  const offsets = new Int32Array(groupCount + 1)
  for (let group = 0; group < groupCount; group += 1) offsets[group + 1] = (offsets[group] ?? 0) + columns.count(group)
  put(offsets)
  const together = <T extends Int32Array | Float64Array>(column: T, fresh: T): T => {
    for (let group = 0; group < groupCount; group += 1) {
      const first = columns.offset(group)
      fresh.set(column.subarray(first, first + columns.count(group)) as never, offsets[group])
    }
    return fresh
  }
  for (const column of ['starts', 'ends', 'quirks', 'authors'] as const)
    put(together(kernel.ints(at[column], columns.end), new Int32Array(size)))
  put(together(kernel.doubles(at.times, columns.end), new Float64Array(size)))
  put(Uint8Array.from({ length: groupCount }, (_, group) => Number(sources.has(columns.place(group).sourceId))))
  put(Uint8Array.from({ length: columns.quirks.size }, (_, quirk) => Number(quirks.has(columns.quirks.at(quirk)))))
  put(Uint8Array.from({ length: 256 }, (_, n) => Number(n !== columns.authors.known(author))))
  put(Float64Array.of(from, to))
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}
