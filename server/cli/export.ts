/** `thicket export`: the whole project as JSON. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Problem, problem } from '../../src/model/problems.ts'
import { inspectFile } from '../storage/inspectFile.ts'
import { writeWhole } from '../storage/projectFile.ts'
import { projectJson, writeJson } from '../storage/projectJson.ts'
import { command } from './command.ts'
import { readProject } from './openToRead.ts'
import { printAll, say } from './output.ts'

export const main = command(
  {
    usage: 'export <project.qrk> --json <out.json | ->',
    options: { json: { type: 'string' } },
    needs: ['json'],
    words: { least: 1, most: 1 },
  },
  async ({ words: [name = ''], options, folder }) => {
    const out = String(options.json)
    if (out === '-') {
      const printed = await readProject(name, folder, (db) => printAll(projectJson(db)))
      return 'problem' in printed ? printed : 0
    }
    const path = resolve(folder, out)
    const refused = whyNotWritten(path)
    if (refused) return problem(refused)
    const written = await readProject(name, folder, (db) => writeWhole(path, true, (made) => writeJson(db, made)))
    if ('problem' in written) return written
    if ('problem' in written.ok) return written.ok
    say(`Wrote ${written.ok.ok}`)
    return 0
  },
)

/** JSON may be written again over the last one, but never over a project. */
export function whyNotWritten(path: string): Problem | undefined {
  if (!existsSync(dirname(path))) return { kind: 'folderNotFound', name: dirname(path) }
  if (!existsSync(path)) return undefined
  const inspected = inspectFile(path)
  if ('ok' in inspected) return { kind: 'fileExists', name: path }
  return inspected.problem.kind === 'notAProject' ? undefined : inspected.problem
}
