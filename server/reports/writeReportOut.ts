/** One report, in its own thread (`reportFile.ts`). */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isProblem, type Problem, Refusal } from '../../src/model/problems.ts'
import type { Db } from '../../wasm/database/db.ts'
import { projectReader } from '../../wasm/database/projectReader.ts'
import { writeReport } from '../../workers/export/report/writeReport.ts'
import { readOwnFile } from '../base/ownFiles.ts'
import { readProject } from '../working/openToRead.ts'
import { reportOf } from './gatherReportOptions.ts'
import type { ReportAsked } from './reportFile.ts'

/** The problem, or null once the file is written. */
export async function writeReportOut(asked: ReportAsked): Promise<Problem | null> {
  try {
    const done = await readProject(asked.path, dirname(asked.path), (db) => writeOut(db, asked))
    return isProblem(done) ? done.problem : null
  } catch (error) {
    rmSync(asked.out, { force: true })
    if (error instanceof Refusal) return error.problem
    throw error
  }
}

async function writeOut(db: Db, { title, language, template, out }: ReportAsked): Promise<void> {
  const file = openSync(out, 'wx', 0o600)
  try {
    const options = { ...(await reportOf(db, language, Date.now())), template: readOwnFile(template) }
    for await (const piece of writeReport(projectReader(db, title), options, () => {})) writeSync(file, piece)
  } finally {
    closeSync(file)
  }
}
