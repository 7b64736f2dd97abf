/**
 * `thicket bench`: what Thicket costs on a project of one's own. The measuring is that of `bench/`, in a process of its own, on a copy in a
 * temporary folder; what needs no project or a browser is left out.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ok, problem, type Result } from '../../src/model/problems.ts'
import { firstQuestionId } from '../../src/model/schema.ts'
import type { Db } from '../../wasm/database/db.ts'
import { isInCheckout, programRoot } from '../base/ownFiles.ts'
import { sqliteProblem } from '../files/inspectFile.ts'
import { pathOf, readProject } from '../working/openToRead.ts'
import { command } from './command.ts'
import { whyNotWritten } from './export.ts'
import { say } from './output.ts'

const bench = join(programRoot, 'bench/main.ts')
const leftOut = ['chromium/', 'journal.bench', 'text.bench']

export const main = command(
  {
    usage: 'bench --project <project.qrk> [--json <out.json>] [--only <part of a name in bench/>]',
    options: { project: { type: 'string' }, json: { type: 'string' }, only: { type: 'string', default: '' } },
    needs: ['project'],
    words: { least: 0, most: 0 },
  },
  async ({ options, folder }) => {
    if (!isInCheckout(bench)) {
      say('thicket bench is not in this version')
      return 1
    }
    const path = pathOf(String(options.project), folder)
    const json = options.json === undefined ? undefined : resolve(folder, String(options.json))
    const refused = json === undefined ? undefined : whyNotWritten(json)
    if (refused) return problem(refused)
    const measurable = await readProject(path, folder, isMeasurable)
    if ('problem' in measurable) return measurable
    if (!measurable.ok) {
      say(`thicket: there is nothing to measure: ${path} has no highlights, or no text of ${leastAnswer} characters`)
      return 1
    }
    const own = mkdtempSync(join(tmpdir(), 'thicket-bench-'))
    try {
      const copy = copyInto(path, own)
      if ('problem' in copy) return copy
      const given = ['--project', copy.ok, '--only', String(options.only)]
      return await run([...given, ...(json === undefined ? [] : ['--json', json])], own)
    } finally {
      rmSync(own, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  },
)

/** The benches ask about highlights that are there, and make others in the longer texts. */
const isMeasurable = (db: Db): boolean =>
  db.one('SELECT 1 FROM highlights LIMIT 1') !== undefined &&
  db.one('SELECT 1 FROM question_answers WHERE questionId = ? AND length(answer) > ?', [
    firstQuestionId,
    leastAnswer,
  ]) !== undefined

/** Of HTML. */
const leastAnswer = 1000

/** With the log that a killed server may have left. */
function copyInto(path: string, folder: string): Result<string> {
  const copy = join(folder, 'project.qrk')
  try {
    copyFileSync(path, copy)
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) copyFileSync(`${path}-wal`, `${copy}-wal`)
    return ok(copy)
  } catch (error) {
    return problem(sqliteProblem(path, error))
  }
}

/** Resolves to its exit code. Its temporary files lie in `folder`; Ctrl+C is for it. */
function run(args: readonly string[], folder: string): Promise<number> {
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
  const child = spawn(process.execPath, [bench, ...args, '--without', leftOut.join(',')], { env, stdio: 'inherit' })
  const wait = () => {}
  process.on('SIGINT', wait)
  return new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? stoppedBySignal))
  }).finally(() => process.off('SIGINT', wait))
}

/** As shells have it. */
const stoppedBySignal = 130
