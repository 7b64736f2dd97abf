/** The thread of one upload: tells the problem, or null once the project's file is written. */
import { parentPort, workerData } from 'node:worker_threads'
import { isProblem, type Problem } from '../../src/model/problems.ts'
import { copyUpload } from './copyUpload.ts'
import { writeProject } from './projectFile.ts'
import type { Upload } from './writeUpload.ts'

function write({ from, name, to, overwrite }: Upload): Problem | null {
  const written = writeProject(to, overwrite, (db) => copyUpload(from, name, db))
  return isProblem(written) ? written.problem : null
}

parentPort?.postMessage(write(workerData as Upload))
