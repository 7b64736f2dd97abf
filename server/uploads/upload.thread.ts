/** The thread of one upload: tells the problem, or what the project is to be called once its file is written. */
import { parentPort, workerData } from 'node:worker_threads'
import { isProblem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { writeProject } from '../files/projectFile.ts'
import { readProjectJson } from '../room/readProjectJson.ts'
import { copyUpload } from './copyUpload.ts'
import { mergeUpload } from './mergeUpload.ts'
import { readJsonFile, readUploadedJson } from './uploadedJson.ts'
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
  const whole = upload.form === 'merge' ? merged(upload.base, rows) : { ok: rows }
  if (isProblem(whole)) return whole
  const written = writeProject(to, false, (db) => readProjectJson(db, whole.ok, name, true))
  return isProblem(written) ? written : { ok: { name, overwrite } }
}

function merged(base: string, rows: LooseRows): Result<LooseRows> {
  const master = readJsonFile(base)
  return isProblem(master) ? master : mergeUpload(master.ok, rows)
}

parentPort?.postMessage(write(workerData as Upload))
