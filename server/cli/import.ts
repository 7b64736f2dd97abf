/** `thicket import`: what files hold becomes part of a project, each step taken by the room like any other. */
import { existsSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import type { ProjectImported } from '../../src/model/commands.ts'
import { fileKind, insteadOf } from '../../src/model/importedKinds.ts'
import { isOcrLanguage, ocrLanguages } from '../../src/model/ocrLanguages.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { countsOf, type LooseRows, type ProjectCounts } from '../../src/model/projectRows.ts'
import type {
  ColumnRole,
  ImportedProject,
  ImportedSound,
  ImportedSource,
  ImportNote,
} from '../../workers/import/imported.ts'
import { encodings } from '../../workers/import/text/likelyEncodings.ts'
import { textsThere } from '../../workers/project/commands/importProject/textsThere.ts'
import { isExecutable } from '../base/ownFiles.ts'
import { line, problemLine } from '../base/problemLine.ts'
import { hasMedia, keepMedia, leaveOutMedia } from '../files/media.ts'
import type { ProjectFile } from '../files/projectFile.ts'
import { readJsonFile } from '../uploads/uploadedJson.ts'
import { pathOf } from '../working/openToRead.ts'
import { changeProject } from './changeProject.ts'
import { type Clients, openClients } from './clients.ts'
import { command } from './command.ts'
import { givenFiles } from './givenFiles.ts'
import { print, say } from './output.ts'
import { isTerminal, newPasswordOf, passwordOf, passwordOption, readingProtected } from './password.ts'
import { type ImportWish, readImport } from './readImport.ts'
import { usualAuthor } from './usualAuthor.ts'

export interface Report {
  /** That are new. */
  sources: { id: number; title: string }[]
  /**
   * Of each table, project and codebook: what of it is new, how many of its sources were there already, and where its texts answer one
   * question, which one. `absent`: rows of a sheet of properties that were left out, since no source here has their title.
   */
  projects: { file: string; added: ProjectCounts; joined: number; absent?: number; under?: ProjectImported['under'] }[]
  notes: ImportNote[]
  problems: Problem[]
}

export const main = command(
  {
    usage:
      'import <project.qrk> <files…> [--author <name>] [--ocr <language>] [--sheet <number or name>] [--header-row <number>] [--encoding <name>] [--roles title,question,property,none,…] [--add-absent] [--add-again] [--protect] [--password-file <file>]',
    options: {
      author: { type: 'string' },
      ocr: { type: 'string' },
      sheet: { type: 'string' },
      'header-row': { type: 'string' },
      encoding: { type: 'string' },
      roles: { type: 'string' },
      'add-absent': { type: 'boolean' },
      'add-again': { type: 'boolean' },
      protect: { type: 'boolean' },
      ...passwordOption,
    },
    words: { least: 2, most: Number.POSITIVE_INFINITY },
  },
  async ({ words: [name = '', ...files], options, folder }) => {
    const roles = options.roles === undefined ? [] : rolesOf(String(options.roles))
    if (roles === null)
      return { wrong: '--roles are title (once at most), question, property and none, apart by commas' }
    const headerRow = options['header-row'] === undefined ? undefined : Number(options['header-row'])
    if (headerRow !== undefined && !(Number.isSafeInteger(headerRow) && headerRow > 0))
      return { wrong: '--header-row is the number of a row, from 1' }
    const encoding = options.encoding === undefined ? undefined : String(options.encoding)
    if (encoding !== undefined && !encodings.some((known) => known.toLowerCase() === encoding.toLowerCase()))
      return { wrong: `--encoding is one of ${encodings.join(', ')}` }
    const ocr = options.ocr === undefined ? null : String(options.ocr)
    if (ocr !== null && !isOcrLanguage(ocr)) return { wrong: `--ocr is ${Object.values(ocrLanguages).join(', ')}` }
    // The engine comes with a thread of its own, which has to be a file.
    if (ocr !== null && isExecutable) return { wrong: '--ocr is not in the executable: scans are read by the page' }
    const paths = files.map((file) => resolve(folder, file))
    // A slip in the names of the files must not leave an empty project behind.
    if (!paths.some((path) => existsSync(path))) return problem({ kind: 'fileNotFound', name: paths[0] ?? '' })
    const isProtecting = options.protect === true
    const hasPassword = options['password-file'] !== undefined
    if (isProtecting && !hasPassword && !isTerminal())
      return { wrong: '--protect needs a password: name a file that holds it by --password-file' }
    if (hasPassword && !isProtecting && !existsSync(pathOf(name, folder)))
      return { wrong: 'a project that is made has this password with --protect' }
    const making = openMaking(paths)
    const imports = async (project: ProjectFile) => {
      const clients = openClients(project)
      const author = options.author === undefined ? usualAuthor() : String(options.author)
      const sheet = options.sheet === undefined ? null : String(options.sheet)
      const wish = {
        sheet,
        roles,
        ocr,
        ...(headerRow !== undefined && { headerRow }),
        ...(encoding !== undefined && { encoding }),
        addAbsent: options['add-absent'] === true,
        addAgain: options['add-again'] === true,
      }
      const made = making.rows
        ? project.db.all<Report['sources'][number]>('SELECT id, title FROM sources').map((row) => ({ ...row }))
        : []
      const others = paths.filter((path) => path !== making.path)
      const report = await importFiles(clients, author, others, wish).finally(clients.close)
      if (making.wrong) noteProblem(report, making.wrong)
      if (making.rows) {
        report.sources.unshift(...made)
        report.projects.unshift({ file: basename(making.path), added: countsOf(making.rows), joined: 0 })
      }
      await print(`${JSON.stringify(report)}\n`)
      return report
    }
    let isNothing = false
    // Nothing stays of a project that was made for what could not be read.
    const isKept = ({ sources, projects }: Report) => {
      isNothing =
        sources.length === 0 && projects.every(({ added }) => Object.values(added).every((count) => count === 0))
      if (isNothing) say(line('source.imported', { n: 0 }))
      return !isNothing
    }
    const done = await changeProject(name, folder, imports, {
      rows: making.read,
      isKept,
      ...readingProtected(() => passwordOf({ options, folder })),
      ...(isProtecting && { newPassword: () => newPasswordOf({ options, folder }) }),
      onlyProtected: isProtecting || hasPassword,
    })
    return isProblem(done) ? done : isNothing || done.ok.problems.length > 0 ? 1 : 0
  },
)

/** The project JSON among `paths` from which a project is made that is not there yet, as on the page. `rows`: what was read of it. */
function openMaking(paths: readonly string[]) {
  const path = paths.find((file) => /\.json$/i.test(file) && existsSync(file))
  const making = {
    path: '',
    rows: undefined as LooseRows | undefined,
    /** It is none: the other files are imported all the same. */
    wrong: undefined as Problem | undefined,
    read(): Result<LooseRows | undefined> {
      if (path === undefined) return ok(undefined)
      const read = readJsonFile(path)
      making.path = path
      if (isProblem(read)) {
        making.wrong = { kind: 'conversionFailed', name: basename(path), detail: 'it is not a project of Thicket' }
        return ok(undefined)
      }
      making.rows = read.ok
      return read
    },
  }
  return making
}

const known: readonly string[] = ['title', 'question', 'property', 'none'] satisfies ColumnRole[]

/** null: not understood. */
function rolesOf(text: string): ColumnRole[] | null {
  const roles = text.split(',').map((role) => role.trim())
  const isOne = (role: string): role is ColumnRole => known.includes(role)
  return roles.every(isOne) && roles.filter((role) => role === 'title').length <= 1 ? roles : null
}

/** One step holds at most about as much text as this; more files make more steps. In UTF-16 units. */
const stepSize = 8 * 1024 * 1024

/** Documents are added together, a table or a project is a step of its own. A file that cannot be read is a problem of the report, and keeps no other from being imported. */
export async function importFiles(
  clients: Clients,
  author: string,
  paths: readonly string[],
  wish: ImportWish = { sheet: null, roles: [], ocr: null },
): Promise<Report> {
  const report: Report = { sources: [], projects: [], notes: [], problems: [] }
  let waiting: ImportedSource[] = []
  let size = 0
  const store = () => {
    if (waiting.length > 0) storeSources(clients, author, waiting, report)
    waiting = []
    size = 0
  }
  const files = givenFiles(paths)
  for (const [i, { path, name, folder }] of files.entries()) {
    say(`${i + 1}/${files.length} ${path}`)
    const there = fileKind(path) === 'table' ? [...titlesIn(clients, author), ...waiting.map(({ title }) => title)] : []
    const read = await readImport(path, { ...wish, there })
    if (isProblem(read)) {
      noteProblem(report, named(read.problem, path, name))
      continue
    }
    const { kind, imported } = read.ok
    noteAll(
      report,
      imported.notes.map((note) => ({ ...note, file: name })),
    )
    if (kind === 'document') {
      const fresh = wish.addAgain ? imported.sources : freshOf(clients, author, name, imported.sources, report)
      waiting.push(...fresh.map((source) => ({ ...source, ...(folder !== '' && { folder }) })))
      size += fresh.reduce((sum, { html }) => sum + html.length, 0)
      if (size >= stepSize) store()
    } else {
      // In the files' order.
      store()
      await storeProject(clients, author, name, kind, imported, report)
    }
  }
  store()
  return report
}

/** A problem that names the file, by the name that its folder gives it. */
const named = (problem: Problem, path: string, name: string): Problem =>
  'name' in problem && name.includes('/') && [path, basename(path)].includes(problem.name)
    ? { ...problem, name }
    : problem

/** Without those whose title and words are there already: the report has them. */
function freshOf(clients: Clients, author: string, file: string, sources: ImportedSource[], report: Report) {
  const there = textsThere(clients.use(1, author).db, sources)
  noteAll(
    report,
    sources.flatMap(({ title }, at) => (there[at] ? [{ kind: 'thereAlready' as const, file, title }] : [])),
  )
  return sources.filter((_, at) => !there[at])
}

const titlesIn = (clients: Clients, author: string): string[] =>
  clients
    .use(1, author)
    .db.all<{ title: string }>('SELECT title FROM sources')
    .map(({ title }) => title)

function storeSources(clients: Clients, author: string, sources: ImportedSource[], report: Report): void {
  const copy = clients.use(1, author)
  const done = copy.run('import', '', [{ command: 'importSources', args: { sources } }], 'undo.importSources')
  if (isProblem(done)) noteProblem(report, done.problem)
  else deliver(clients, author, done.ok[0] as number[], report)
}

async function storeProject(
  clients: Clients,
  author: string,
  file: string,
  kind: 'table' | 'project',
  imported: ImportedProject & { knownOnly?: boolean },
  report: Report,
): Promise<void> {
  const rows = new Uint8Array(await imported.rows.arrayBuffer())
  const step = kind === 'table' ? 'undo.importTable' : 'undo.importProject'
  const sounds = await keepSounds(clients.project, imported.sounds ?? [])
  const args = {
    rows,
    title: basename(file),
    ...(imported.knownOnly && { knownOnly: true }),
    ...(sounds.hashes.length > 0 && { sounds: Object.fromEntries(sounds.hashes.map((hash) => [hash, hash])) }),
  }
  const done = clients.use(1, author).run('import', '', [{ command: 'importProject', args }], step)
  if (isProblem(done)) {
    sounds.leaveOut()
    noteProblem(report, done.problem)
    return
  }
  const { sourceIds, added, joined, under, absent, replaced } = done.ok[0] as ProjectImported
  const isTaken = deliver(clients, author, sourceIds, report)
  sounds.leaveOut()
  if (!isTaken) return
  report.projects.push({ file, added, joined, ...(absent && { absent }), ...(under && { under }) })
  if (under) say(`  ${underLine(under)}`)
  if (absent) say(`  ${line('import.absent', { n: absent })} (--add-absent)`)
  if (replaced) noteAll(report, [{ kind: 'valuesReplaced', file, ...replaced }])
}

/** The project has them before any recording names them. `leaveOut`: those that it did not have before, where none does afterwards. */
async function keepSounds({ db }: ProjectFile, sounds: readonly ImportedSound[]) {
  const fresh: string[] = []
  for (const { hash, bytes } of sounds) {
    if (hasMedia(db, hash)) continue
    keepMedia(db, hash, new Uint8Array(await bytes.arrayBuffer()))
    fresh.push(hash)
  }
  return { hashes: sounds.map(({ hash }) => hash), leaveOut: () => leaveOutMedia(db, fresh) }
}

function underLine({ asked, question, number }: NonNullable<ProjectImported['under']>): string {
  const title = question || line('question.untitled', { n: number })
  const isOther = asked !== '' && asked !== question
  return line(isOther ? 'import.underOther' : 'import.under', { asked, question: title })
}

/** Whether the room took all of it; what it refused has gone from the copy. */
function deliver(clients: Clients, author: string, ids: readonly number[], report: Report): boolean {
  const { problems } = clients.deliver()
  for (const refused of problems) noteProblem(report, refused.problem)
  const { db } = clients.use(1, author)
  for (const id of ids) {
    const stored = db.one<{ id: number; title: string }>('SELECT id, title FROM sources WHERE id = ?', [id])
    if (stored) report.sources.push({ ...stored })
  }
  return problems.length === 0
}

function noteAll(report: Report, notes: readonly ImportNote[]): void {
  for (const note of notes) say(`  ${note.file}: ${line(`import.note.${note.kind}`, { ...note })}`)
  report.notes.push(...notes)
}

/** Where files belong that are not imported into a project that is there; on the page `src/features/import/whereTo`. */
const whereTo: Readonly<Record<string, (() => string) | undefined>> = {
  '.qrk': () =>
    'It is a project already: open it in Thicket. To add it to another, export it as .qdpx and import that.',
  '.json': () => 'A project as .json becomes a project of its own: name one to import it into that is not there yet.',
}

function noteProblem(report: Report, found: Problem): void {
  say(`  ${problemLine(found)}`)
  if (found.kind === 'fileTypeNotSupported') {
    const where = whereTo[extname(found.name).toLowerCase()]?.()
    const instead = insteadOf(found.name)
    if (where ?? instead) say(`  ${where ?? line(`import.where.${instead}`, {})}`)
  }
  report.problems.push(found)
}
