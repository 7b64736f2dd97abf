/**
 * A project of 1,000 sources and 100,000 highlights as workbook and as one Word document, against reading the same rows plainly and packing, in one
 * piece and at the same level, the bytes that are in the file: neither can be saved by whoever writes it.
 */
import { unzipSync, zipSync } from 'fflate'
import { generate } from '../fixtures/generate.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import { copySql } from '../wasm/database/migrations/tables.ts'
import { projectReader } from '../wasm/database/projectReader.ts'
import { contentsOf } from '../workers/export/contentsOf.ts'
import { writeDocx } from '../workers/export/docx/writeDocx.ts'
import { writeXlsx } from '../workers/export/xlsx/writeXlsx.ts'
import { compareInTurn, type Row, type Rows } from './row.ts'

const rounds = 3
const most = 4
const words = { untitledSource: 'Untitled', untitledQuirk: 'Untitled', unnamedQuestion: 'Question {n}' }
const noReport = () => {}

export const rows: Rows = async () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  generate(db, 'large')
  const reader = projectReader(db, 'Study')
  /** Milliseconds. */
  const drained = async (pieces: AsyncIterable<unknown>): Promise<number> => {
    const began = performance.now()
    for await (const _ of pieces);
    return performance.now() - began
  }
  const measured: Row[] = []
  for (const [name, write] of [
    ['export-xlsx of 100,000 highlights', () => writeXlsx(reader, {}, noReport)],
    ['export-docx of 100,000 comments', () => writeDocx(reader, words, noReport)],
  ] as const) {
    const pieces: Uint8Array[] = []
    for await (const piece of write()) pieces.push(piece)
    const entries = unzipSync(Buffer.concat(pieces))
    const plain = async () => {
      const began = performance.now()
      await drained(contentsOf(reader, await reader.frame(), noReport))
      zipSync(entries, { level: 1 })
      return performance.now() - began
    }
    const row = `${name} / reading the rows and packing the same bytes`
    measured.push(await compareInTurn(row, most, () => drained(write()), plain, rounds))
  }
  db.close()
  return measured
}
