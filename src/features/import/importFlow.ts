/**
 * What becomes of the files that a person gives: all are read, tables and projects shown before anything is written, and what was agreed to
 * is added in one step. Knows nothing of the page: whoever runs it reads, asks and stores.
 */
import type {
  Imported,
  ImportedProject,
  ImportedTable,
  ImportNote,
  ImportReader,
  TableChoice,
} from '../../data/files/importer.ts'
import type { Call, ProjectImported, RefusedApart } from '../../model/commands.ts'
import { fileKind } from '../../model/importedKinds.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../model/problems.ts'
import type { ProjectCounts } from '../../model/projectRows.ts'
import { pathOf } from './droppedFiles.ts'

/** What became of one file. */
export interface FileReport {
  /** Its path. */
  file: string
  /** `added`: null where the person has left the file out. */
  result: Result<{ notes: ImportNote[]; added: Added | null }>
}

export interface Added {
  counts: Partial<ProjectCounts>
  /** Sources that were there already, and that were left out because they are not. */
  joined: number
  absent: number
  /** The question under which its texts are, where that is to be told. */
  under: ProjectImported['under']
}

export interface ImportProgress {
  /** The file that is being read. */
  file: string
  /** Of all files, by their sizes, 0 to 1. */
  share: number
}

/** What the table that is open can be asked. */
export type TableReader = Pick<ImportReader, 'tableTitles' | 'tableSheet'>

export interface ImportSteps {
  reader: ImportReader
  onProgress: (at: ImportProgress | 'storing' | null) => void
  /** What to take of a table, and how; null: nothing. `coming`: the titles of the documents that come with it, a line each. */
  chooseTable: (file: string, table: ImportedTable, reader: TableReader, coming: string) => Promise<TableChoice | null>
  /** How a text is written that does not say so clearly; it was read as `guess`. Null: as that. */
  chooseEncoding: (file: File, guess: string) => Promise<string | null>
  /** Whether this project is to be added. */
  confirmProject: (file: string, project: ImportedProject) => Promise<boolean>
  /** Of each of these documents, whether a source of its title has its words already. */
  textsThere: (documents: { title: string; html: string }[]) => Promise<boolean[]>
  /** Whether documents with these titles that are there already are to be added again. */
  addAgain: (titles: readonly string[]) => Promise<boolean>
  /** Has the project keep what a recording sounds like; resolves to the hash by which it does. */
  keepSound: (sound: Blob) => Promise<Result<string>>
  /** One undo step. */
  store: (calls: Call[], title: string) => Promise<Result<unknown[]>>
  /** The titles that these sources have got. */
  titlesOf: (ids: readonly number[]) => Promise<string[]>
  /** That the texts of documents answer; undefined: the first. Projects and tables say themselves what they answer. */
  questionId: number | undefined
}

export interface ImportOutcome {
  files: FileReport[]
  /** Of new sources, those of documents first. */
  sourceIds: number[]
}

type ReadDocument = { kind: 'document'; file: string; imported: Imported }
type Read =
  | ReadDocument
  | { kind: 'table' | 'project'; file: string; imported: ImportedProject; knownOnly?: boolean }
  | { kind: 'out'; file: string }
  | { kind: 'failed'; file: string; problem: Problem }

/** null where the signal of the reader has ended it: then nothing is written. A problem: nothing could be written. A file that storing refuses keeps no other out. */
export async function importFiles(files: readonly File[], steps: ImportSteps): Promise<Result<ImportOutcome> | null> {
  const all = files.reduce((sum, { size }) => sum + size, 0) || 1
  const reads: Read[] = []
  let coming = ''
  let done = 0
  for (const [at, file] of documentsFirst(files)) {
    const tell = (part: number) => steps.onProgress({ file: pathOf(file), share: (done + part * file.size) / all })
    tell(0)
    const read = await readSafely(file, steps, tell, coming)
    if (read === null) return null
    reads[at] = read
    if (read.kind === 'document') coming += read.imported.sources.map(({ title }) => `${title}\n`).join('')
    done += file.size
  }
  const taken = await withoutThose(reads, steps)
  steps.onProgress('storing')
  return store(taken, steps)
}

/** Documents that are there already are left out, unless the person wants them again. */
async function withoutThose(
  reads: readonly Read[],
  { textsThere, addAgain, onProgress }: ImportSteps,
): Promise<Read[]> {
  const documents = reads.flatMap((read) => (read.kind === 'document' ? read.imported.sources : []))
  const there = documents.length > 0 ? await textsThere(documents.map(({ title, html }) => ({ title, html }))) : []
  const known = new Set(documents.filter((_, at) => there[at]))
  if (known.size === 0) return [...reads]
  onProgress(null)
  if (await addAgain([...known].map(({ title }) => title))) return [...reads]
  return reads.map((read) => {
    if (read.kind !== 'document') return read
    const sources = read.imported.sources.filter((source) => !known.has(source))
    return sources.length > 0 ? { ...read, imported: { ...read.imported, sources } } : { kind: 'out', file: read.file }
  })
}

/** With their places: a table that comes with interviews is shown as one about them. */
const documentsFirst = (files: readonly File[]): [number, File][] => {
  const isLater = ({ name }: File) => (fileKind(name) === 'document' ? 0 : 1)
  return [...files.entries()].sort(([, a], [, b]) => isLater(a) - isLater(b))
}

/** A file that makes a reader fail as nobody foresaw keeps no other from being imported. */
async function readSafely(file: File, ...more: [ImportSteps, (part: number) => void, string]): Promise<Read | null> {
  try {
    return await readOne(file, ...more)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', file: pathOf(file), problem: { kind: 'conversionFailed', name: file.name, detail } }
  }
}

async function readOne(
  file: File,
  steps: ImportSteps,
  tell: (part: number) => void,
  coming: string,
): Promise<Read | null> {
  const { name } = file
  const path = pathOf(file)
  const kind = fileKind(name)
  if (kind === undefined) return { kind: 'failed', file: path, problem: { kind: 'fileTypeNotSupported', name } }
  if (kind === 'document') {
    const read = await asWritten(
      file,
      steps,
      (encoding) => steps.reader.readSources(file, tell, encoding),
      ({ notes }) => notes,
    )
    if (read === null) return null
    if (isProblem(read)) return { kind: 'failed', file: path, ...read }
    return { kind, file: path, imported: inFolder(read.ok, path.slice(0, Math.max(0, path.lastIndexOf('/')))) }
  }
  const read = kind === 'table' ? await readTable(file, steps, tell, coming) : await readProject(file, steps, tell)
  if (read === null) return null
  if (read === 'out') return { kind: 'out', file: path }
  return isProblem(read) ? { kind: 'failed', file: path, ...read } : { kind, file: path, ...read.ok }
}

/** Reads a text again where its encoding was a guess and the person says another. */
async function asWritten<T>(
  file: File,
  { chooseEncoding, onProgress }: ImportSteps,
  read: (encoding?: string) => Promise<Result<T> | null>,
  notesOf: (read: T) => readonly ImportNote[],
): Promise<Result<T> | null> {
  const first = await read()
  if (first === null || isProblem(first)) return first
  const guess = notesOf(first.ok).find((note) => note.kind === 'encoding' && note.unclear)
  if (guess?.kind !== 'encoding') return first
  onProgress(null)
  const chosen = await chooseEncoding(file, guess.encoding)
  return chosen === null ? first : read(chosen)
}

const inFolder = (imported: Imported, folder: string): Imported =>
  folder === '' ? imported : { ...imported, sources: imported.sources.map((source) => ({ ...source, folder })) }

type Agreed = Promise<Result<{ imported: ImportedProject; knownOnly?: boolean }> | 'out' | null>

async function readTable(file: File, steps: ImportSteps, tell: (part: number) => void, coming: string): Agreed {
  const { reader, chooseTable, onProgress } = steps
  const opening = (encoding?: string) => reader.openTable(file, (part) => tell(part / 2), encoding)
  const table = await asWritten(file, steps, opening, ({ sheets }) => sheets.flatMap(({ notes }) => notes))
  if (table === null || isProblem(table)) return table
  onProgress(null)
  const choice = await chooseTable(file.name, table.ok, reader, coming)
  if (!choice) return 'out'
  tell(0.5)
  const made = await reader.tableProject(choice, (part) => tell((1 + part) / 2))
  if (made === null || isProblem(made)) return made
  return ok({ imported: made.ok, ...(choice.knownOnly && { knownOnly: true }) })
}

async function readProject(file: File, steps: ImportSteps, tell: (part: number) => void): Agreed {
  const project = await steps.reader.readProject(file, tell)
  if (project === null || isProblem(project)) return project
  steps.onProgress(null)
  return (await steps.confirmProject(file.name, project.ok)) ? ok({ imported: project.ok }) : 'out'
}

async function store(
  reads: readonly Read[],
  { store, titlesOf, questionId, keepSound }: ImportSteps,
): Promise<Result<ImportOutcome>> {
  const sources = reads.flatMap((read) => (read.kind === 'document' ? read.imported.sources : []))
  const projects = reads.flatMap((read) => (read.kind === 'table' || read.kind === 'project' ? [read] : []))
  const sounds = new Map<Read, KeptSounds>()
  for (const read of projects) sounds.set(read, await keepSounds(read, keepSound))
  const calls: Call[] = projects.map((read) => ({
    command: 'importProject',
    args: {
      rows: read.imported.rows,
      title: baseName(read.file),
      ...(read.knownOnly && { knownOnly: true }),
      ...(read.imported.sounds && { sounds: sounds.get(read)?.hashes ?? {} }),
    },
    apart: true,
  }))
  const answered = questionId === undefined ? {} : { questionId }
  if (sources.length > 0) calls.unshift({ command: 'importSources', args: { sources, ...answered }, apart: true })
  const stored = calls.length === 0 ? { ok: [] } : await store(calls, titleOf(reads))
  if (isProblem(stored)) return stored
  // The results are those of the calls, one by one.
  const results = stored.ok.map((result) => (isRefused(result) ? problem(result.refused) : ok(result)))
  const [refused] = results.filter(isProblem)
  if (refused && results.every(isProblem)) return refused
  const documents = (sources.length > 0 && results.shift()) || ok([])
  const ids = isProblem(documents) ? [] : (documents.ok as number[])
  const titles = await titlesOf(ids)
  const added = results as Result<ProjectImported>[]
  const sourceIds = [...ids, ...added.flatMap((one) => (isProblem(one) ? [] : one.ok.sourceIds))]
  const files = reads.map((read): FileReport => {
    const { file } = read
    if (read.kind === 'failed') return { file, result: problem(read.problem) }
    if (read.kind === 'out') return { file, result: { ok: { notes: [], added: null } } }
    const { notes } = read.imported
    if (read.kind === 'document') {
      if (isProblem(documents)) return { file, result: documents }
      const got = titles.splice(0, read.imported.sources.length)
      return { file, result: { ok: { notes: [...notes, ...takenNotes(read, got)], added: ofDocument(read) } } }
    }
    const one = added.shift()
    if (one && isProblem(one)) return { file, result: one }
    const { added: counts = {}, joined = 0, under = null, absent = 0, replaced } = one?.ok ?? {}
    const ownNotes: ImportNote[] = replaced ? [{ kind: 'valuesReplaced', file, ...replaced }] : []
    const lacking = sounds.get(read)?.lacking ?? 0
    if (lacking > 0) ownNotes.push({ kind: 'soundsNotKept', file, count: lacking })
    return { file, result: { ok: { notes: [...ownNotes, ...notes], added: { counts, joined, absent, under } } } }
  })
  return { ok: { files, sourceIds } }
}

interface KeptSounds {
  /** By which the project keeps them, by those that the rows have. */
  hashes: Record<string, string>
  /** How many could not be sent, or had no room. */
  lacking: number
}

/** Before the rows are there, so that nobody sees recordings whose sound is still on its way. */
async function keepSounds(
  { imported: { sounds = [] } }: { imported: ImportedProject },
  keep: ImportSteps['keepSound'],
): Promise<KeptSounds> {
  const hashes: Record<string, string> = {}
  let lacking = 0
  for (const { hash, bytes } of sounds) {
    const kept = await keep(bytes)
    if (isProblem(kept)) lacking += 1
    else hashes[hash] = kept.ok
  }
  return { hashes, lacking }
}

const isRefused = (result: unknown): result is RefusedApart =>
  typeof result === 'object' && result !== null && 'refused' in result

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const ofDocument = ({ imported: { sources } }: ReadDocument): Added => ({
  counts: { sources: sources.length },
  joined: 0,
  absent: 0,
  under: null,
})

/** A note for each source that has got another title because its own was taken. */
const takenNotes = ({ file, imported }: ReadDocument, got: readonly string[]): ImportNote[] =>
  imported.sources.flatMap((source, at) => {
    const title = got[at]
    return title && title !== source.title ? [{ kind: 'titleTaken' as const, file, title }] : []
  })

/** What the undo step is called: an i18n key. */
function titleOf(reads: readonly Read[]): string {
  const kinds = new Set(reads.filter(({ kind }) => kind !== 'out' && kind !== 'failed').map(({ kind }) => kind))
  if (kinds.size > 1) return 'undo.importFiles'
  if (kinds.has('document')) return 'undo.importSources'
  return kinds.has('table') ? 'undo.importTable' : 'undo.importProject'
}
