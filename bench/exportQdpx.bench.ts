/**
 * 100,000 highlights written as `.qdpx`, against packing the same bytes by the same library: what any writer pays, whatever it does before.
 * And against the 5 s that a person is to wait for it at most.
 */
import { unzipSync, zipSync } from 'fflate'
import { generate } from '../fixtures/generate.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import { copySql } from '../wasm/database/migrations/tables.ts'
import { projectReader } from '../wasm/database/projectReader.ts'
import { writeQdpx } from '../workers/export/refi/writeQdpx.ts'
import { compareInTurn, limitRow, type Rows, timed } from './row.ts'

const shape = {
  sources: 50,
  textLength: 20_000,
  quirks: 100,
  highlights: 100_000,
  authors: 5,
  groups: 5,
  properties: 5,
}
const rounds = 5

export const rows: Rows = async () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  generate(db, shape)
  const reader = projectReader(db, 'Study')
  const write = async () => {
    const parts: Uint8Array[] = []
    for await (const part of writeQdpx(reader, {}, () => {})) parts.push(part)
    return parts
  }
  const files = unzipSync(Buffer.concat(await write()))
  const exported = async () => {
    const began = performance.now()
    await write()
    return performance.now() - began
  }
  const row = await compareInTurn(
    'export-qdpx of 100,000 highlights / packing the same bytes',
    4,
    exported,
    () => timed(() => zipSync(files, { level: 1 })),
    rounds,
  )
  db.close()
  return [row, limitRow('export-qdpx-limit', row.value, 5000)]
}
