/** The project itself, to be opened by Thicket again: as a file of it (`.qrk`) and as project JSON (2 §3), with what the server's downloads have. */
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import type { WasmDb } from '../../../wasm/database/boot/sqliteWasm.ts'
import { publicIndexes } from '../../../wasm/database/migrations/tables.ts'
import { projectJson } from '../../../wasm/database/projectJson.ts'
import { gatherProject } from './gatherProject.ts'

type Nothing = Record<never, never>

const writer = (pieces: (db: WasmDb) => Iterable<Uint8Array<ArrayBuffer>>) =>
  async function* (reader: ProjectReader, _options: Nothing, report: ExportReport): ExportedFile {
    const db = await gatherProject(reader, report)
    try {
      yield* pieces(db)
    } finally {
      db.close()
    }
  }

export const writeQrk = writer((db) => {
  db.exec(publicIndexes())
  return [db.bytes()]
})

const encoder = new TextEncoder()

export const writeJson = writer(function* (db) {
  for (const piece of projectJson(db)) yield encoder.encode(piece)
})
