/** `thicket import`: files become sources, each step with its texts taken by the room like any other. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, extname, resolve } from 'node:path'
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { type Imported, type ImportedSource, type ImportNote, largestFile } from '../../workers/import/imported.ts'
import { importedKinds, readSources } from '../../workers/import/readSources.ts'
import { configFolder } from '../hosts/configFolder.ts'
import { localHost } from '../hosts/local.ts'
import { sqliteProblem } from '../storage/inspectFile.ts'
import { type Clients, openClients } from './clients.ts'
import { command } from './command.ts'
import { closeProject, openToWrite } from './openToWrite.ts'
import { print, say } from './output.ts'
import { line, problemLine } from './problemLine.ts'

export interface Report {
  sources: { id: number; title: string }[]
  notes: ImportNote[]
  problems: Problem[]
}

export const main = command(
  {
    usage: 'import <project.qrk> <files…> [--author <name>]',
    options: { author: { type: 'string' } },
    words: { least: 2, most: Number.POSITIVE_INFINITY },
  },
  async ({ words: [name = '', ...files], options, folder }) => {
    const paths = files.map((file) => resolve(folder, file))
    // A slip in the names of the files must not leave an empty project behind.
    if (!paths.some((path) => existsSync(path))) return problem({ kind: 'fileNotFound', name: paths[0] ?? '' })
    const project = openToWrite(name, folder)
    if (isProblem(project)) return project
    const clients = openClients(project.ok)
    try {
      const author = options.author === undefined ? usualAuthor() : String(options.author)
      const report = await importFiles(clients, author, paths)
      await print(`${JSON.stringify(report)}\n`)
      return report.problems.length > 0 ? 1 : 0
    } finally {
      clients.close()
      closeProject(project.ok)
    }
  },
)

/** One step holds at most about as much text as this; more files make more steps. In UTF-16 units. */
const stepSize = 8 * 1024 * 1024

/** A file that cannot be read is a problem of the report, and keeps no other from being imported. */
export async function importFiles(clients: Clients, author: string, paths: readonly string[]): Promise<Report> {
  const report: Report = { sources: [], notes: [], problems: [] }
  let waiting: ImportedSource[] = []
  let size = 0
  const store = () => {
    if (waiting.length > 0) storeSources(clients, author, waiting, report)
    waiting = []
    size = 0
  }
  for (const [i, path] of paths.entries()) {
    say(`${i + 1}/${paths.length} ${path}`)
    const read = await readFile(path)
    if (isProblem(read)) {
      noteProblem(report, read.problem)
      continue
    }
    for (const note of read.ok.notes) say(`  ${note.file}: ${line(`import.note.${note.kind}`, { ...note })}`)
    report.notes.push(...read.ok.notes)
    waiting.push(...read.ok.sources)
    size += read.ok.sources.reduce((sum, { html }) => sum + html.length, 0)
    if (size >= stepSize) store()
  }
  store()
  return report
}

function storeSources(clients: Clients, author: string, sources: ImportedSource[], report: Report): void {
  const copy = clients.use(1, author)
  const done = copy.run('import', '', [{ command: 'importSources', args: { sources } }], 'undo.importSources')
  if (isProblem(done)) {
    noteProblem(report, done.problem)
    return
  }
  const { problems } = clients.deliver()
  for (const refused of problems) noteProblem(report, refused.problem)
  // What the room refused has gone from the copy.
  for (const id of done.ok[0] as number[]) {
    const stored = copy.db.one<{ id: number; title: string }>('SELECT id, title FROM sources WHERE id = ?', [id])
    if (stored) report.sources.push({ ...stored })
  }
}

function noteProblem(report: Report, found: Problem): void {
  say(`  ${problemLine(found)}`)
  report.problems.push(found)
}

async function readFile(path: string): Promise<Result<Imported>> {
  // Others are not even opened: closing the project's own file would give up its lock.
  if (!importedKinds.includes(extname(path).toLowerCase()))
    return problem({ kind: 'fileTypeNotSupported', name: basename(path) })
  try {
    const { size } = statSync(path)
    if (size > largestFile) return problem({ kind: 'fileTooLarge', name: path, most: largestFile })
    return await readSources({ name: path, bytes: readFileSync(path) })
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EISDIR') return problem({ kind: 'fileTypeNotSupported', name: path })
    return problem(sqliteProblem(path, error))
  }
}

/** Under which a person works in the browser on this machine, else the system's name for them. */
function usualAuthor(): string {
  const last = localHost(configFolder(), '').lastAuthor()
  if (last !== '') return last
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
