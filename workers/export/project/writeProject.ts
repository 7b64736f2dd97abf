/** The project itself, to be opened by Thicket again: as a file of it (`.qrk`) and as project JSON (2 §3), with what the server's downloads have. */
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { mediaHash } from '../../../src/model/sealing/sealedMedia.ts'
import { mediaPart } from '../../../src/model/sound/media.ts'
import type { WasmDb } from '../../../wasm/database/boot/sqliteWasm.ts'
import { mediaTable, publicIndexes } from '../../../wasm/database/migrations/tables.ts'
import { projectJson } from '../../../wasm/database/projectJson.ts'
import { gatherProject } from './gatherProject.ts'

type Nothing = Record<never, never>

const writer = (
  pieces: (
    db: WasmDb,
    reader: ProjectReader,
  ) => Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
) =>
  async function* (reader: ProjectReader, _options: Nothing, report: ExportReport): ExportedFile {
    const db = await gatherProject(reader, report)
    try {
      yield* pieces(db, reader)
    } finally {
      db.close()
    }
  }

export const writeQrk = writer(async function* (db, reader) {
  db.exec(publicIndexes())
  db.exec(mediaTable())
  for (const { hash } of db.all<{ hash: string }>("SELECT DISTINCT hash FROM recordings WHERE hash <> ''"))
    await addSound(db, hash, await reader.sound(hash))
  yield db.bytes()
})

/** What is not to be had stays out. In a protected project it had the hash of its sealed bytes; here it has that of its own. */
async function addSound(db: WasmDb, known: string, bytes: Uint8Array | null): Promise<void> {
  if (!bytes) return
  const hash = await mediaHash(bytes, async () => {})
  if (hash !== known) db.run('UPDATE recordings SET hash = ? WHERE hash = ?', [hash, known])
  for (let n = 0; n * mediaPart < bytes.length; n += 1)
    db.run('INSERT OR IGNORE INTO _media (hash, n, bytes) VALUES (?, ?, ?)', [
      hash,
      n,
      bytes.slice(n * mediaPart, (n + 1) * mediaPart),
    ])
}

const encoder = new TextEncoder()

export const writeJson = writer(function* (db) {
  for (const piece of projectJson(db)) yield encoder.encode(piece)
})
