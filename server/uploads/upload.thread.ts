/** The thread of one upload: tells the problem, or what the project is to be called once its file is written. */
import { parentPort, workerData } from 'node:worker_threads'
import { isProblem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { projectRows } from '../../wasm/database/projectRows.ts'
import { bringMedia } from '../files/media.ts'
import { writeProject } from '../files/projectFile.ts'
import { readProjectJson } from '../room/readProjectJson.ts'
import { copyUpload } from './copyUpload.ts'
import { mergeUpload } from './mergeUpload.ts'
import { readUploadedJson } from './uploadedJson.ts'
import type { Upload, WantedProject } from './writeUpload.ts'

function write(upload: Upload): Result<WantedProject> {
  const { from, to } = upload
  if (upload.form === 'qrk') {
    const { name } = upload
    const written = writeProject(to, false, (db) => copyUpload(from, name, db))
    return isProblem(written) ? written : { ok: { name, overwrite: false } }
  }
  const read = readUploadedJson(from)
  if (isProblem(read)) return read
  const { name, overwrite, rows, base } = read.ok
  if (upload.form === 'json' && base !== undefined) return { ok: { name, overwrite, base } }
  const written =
    upload.form === 'merge'
      ? writeMerged(upload, rows, name)
      : writeProject(to, false, (db) => readProjectJson(db, rows, { name, takesSealed: true }))
  return isProblem(written) ? written : { ok: { name, overwrite } }
}

function writeMerged({ base: path, to }: Upload & { form: 'merge' }, rows: LooseRows, name: string): Result<string> {
  const master = openNode(path, { readOnly: true })
  try {
    const merged = mergeUpload(projectRows(master), rows)
    if (isProblem(merged)) return merged
    return writeProject(to, false, (db) => {
      readProjectJson(db, merged.ok, { name, takesSealed: true })
      bringMedia(db, master)
    })
  } finally {
    master.close()
  }
}

parentPort?.postMessage(write(workerData as Upload))
