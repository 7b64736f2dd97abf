/** A project of 1,000 sources and 100,000 highlights as workbook and as one Word document, against reading the same rows plainly. */
import { generate } from '../fixtures/generate.ts'
import { openNode } from '../wasm/boot/node.ts'
import { copySql } from '../wasm/migrations/tables.ts'
import { projectReader } from '../wasm/projectReader.ts'
import { contentsOf } from '../workers/export/contentsOf.ts'
import { writeDocx } from '../workers/export/docx/writeDocx.ts'
import { writeXlsx } from '../workers/export/xlsx/writeXlsx.ts'
import { compareInTurn, type Rows } from './row.ts'

const rounds = 3
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
  const plain = async () => {
    const began = performance.now()
    const frame = await reader.frame()
    await drained(contentsOf(reader, frame, noReport))
    return performance.now() - began
  }
  const measured = [
    await compareInTurn(
      'export-xlsx of 100,000 highlights / reading the same rows',
      40,
      () => drained(writeXlsx(reader, {}, noReport)),
      plain,
      rounds,
    ),
    await compareInTurn(
      'export-docx of 100,000 comments / reading the same rows',
      25,
      () => drained(writeDocx(reader, words, noReport)),
      plain,
      rounds,
    ),
  ]
  db.close()
  return measured
}
