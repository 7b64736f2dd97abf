/** In a worker: the product's SQLite over OPFS, on the snapshot of a project, and the kernels on its columns, running what they are sent. */
import { openCopies } from '../../wasm/database/boot/browserCopies.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openAnswers } from '../../wasm/kernels/answers.ts'
import type { Columns } from '../../wasm/kernels/columns/columns.ts'
import { loadColumns } from '../../wasm/kernels/columns/loadColumns.ts'
import { openKernel } from '../../wasm/kernels/kernel.ts'
import { openOverlapCounts } from '../../wasm/kernels/overlaps/overlapCounts.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import { checksum } from '../kernels/checksum.ts'
import { hearing } from '../kernels/hearing.ts'

let db: Db | undefined

async function* chunksOf(response: Response): AsyncIterable<Uint8Array> {
  const reader = response.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (!read || read.done) return
    yield read.value
  }
}

async function load({ uuid, token }: { uuid: string; token: string }) {
  const copies = await openCopies('bench')
  const response = await fetch(`/v1/thicket/projects/${uuid}/snapshot`, {
    headers: { authorization: `Bearer ${token}` },
  })
  db = await copies.replace(chunksOf(response))
  return { ms: 0, rows: 0 }
}

/** `ms` of one run, `repeat` of them in a row. */
function run({ sql, repeat }: { sql: string; repeat: number }) {
  let rows = 0
  const began = performance.now()
  for (let i = 0; i < repeat; i += 1) rows = db?.all(sql).length ?? 0
  return { ms: (performance.now() - began) / repeat, rows }
}

let columns: Columns | undefined
let module: WebAssembly.Module | undefined

/** `quirkIds`: in the order of the columns' numbers; `check`: of the result. */
async function kernel({ what, quirkIds, top }: KernelAsked) {
  if (!db) throw new Error('no project is loaded')
  module ??= await WebAssembly.compileStreaming(fetch(new URL('./kernels.wasm', import.meta.url)))
  const began = performance.now()
  if (what === 'load' || !columns) {
    columns = finish(loadColumns(openKernel(module), db, openAnswers(db), () => {}))
    return { ms: performance.now() - began, rows: columns.size }
  }
  const heard = hearing(columns)
  const counts = openOverlapCounts(heard.columns)
  if (what === 'one') {
    const found = finish(counts.against(quirkIds[top] ?? 0))
    const ms = performance.now() - began
    return { ms, rows: checksum(Uint32Array.from(quirkIds, (id) => found.get(id) ?? 0)) }
  }
  const { pairs } = finish(counts.matrix(quirkIds))
  const ms = performance.now() - began
  heard.drop()
  return { ms, rows: checksum(pairs) }
}

export interface KernelAsked {
  what: 'load' | 'matrix' | 'one'
  quirkIds: readonly number[]
  top: number
}

async function answer(data: Record<string, never>) {
  if ('load' in data) return load(data.load)
  return 'kernel' in data ? kernel(data.kernel) : run(data.query as never)
}

addEventListener('message', async ({ data }) => {
  try {
    postMessage(await answer(data))
  } catch (error) {
    postMessage({ error: String(error) })
  }
})
