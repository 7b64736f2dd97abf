/** The projects that `thicket merge` makes one of, with what their recordings sound like, from files of each kind. */
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { mergedProjects } from '../../src/model/limits.ts'
import { attempt, isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { type ProjectRows, rowCount } from '../../src/model/projectRows.ts'
import { areEqual } from '../../src/model/rules/projects/merge/areEqual.ts'
import type { Merge } from '../../src/model/rules/projects/merge/mergeProjects.ts'
import { signed, soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'
import { type AnyRow, keyOf, type Recording, type Table } from '../../src/model/schema.ts'
import type { Unread } from '../../src/model/sealing/unread.ts'
import { hashesIn, movedSound } from '../../src/model/sound/media.ts'
import { readHtml } from '../../src/model/text/richText.ts'
import type { Db } from '../../wasm/database/db.ts'
import { countRows, projectRows } from '../../wasm/database/projectRows.ts'
import type { ImportedSound } from '../../workers/import/imported.ts'
import { type CarriedSounds, carriedSounds, type Origin } from '../../workers/merge/carriedSounds.ts'
import { suffix } from '../files/projectFile.ts'
import { readJsonFile } from '../uploads/uploadedJson.ts'
import { pathOf, readProject } from '../working/openToRead.ts'
import { soundsInFile, soundsInMemory } from './fileSounds.ts'
import { say } from './output.ts'
import { passwordOf, readingProtected } from './password.ts'
import { sayUnread } from './unread.ts'

/** How the files are read. */
export interface Reading {
  folder: string
  /** Whose rows are that bear no name. */
  author: string
  passwords: Passwords
  /** A folder for what is needed meanwhile. */
  aside: string
}

/** `path`: what was written, but into a project that had all of it already (`addsNothing`) nothing is. */
export type Merged = Merge & { path: string; addsNothing: boolean }

export interface Passwords {
  /** Of this project, which is protected: of the next file, and once there are no more, of the last; asked for at a terminal where there are none. */
  of(path: string): Promise<Result<string | null>>
  readonly last: string | undefined
  /** One was asked for. */
  readonly wereAsked: boolean
}

export function openPasswords(files: readonly string[], folder: string): Passwords {
  const known = new Map<string, Result<string | null>>()
  return {
    last: files.at(-1),
    of: async (path) => {
      const file = files[Math.min(known.size, files.length - 1)]
      const password = known.get(path) ?? (await passwordOf({ options: { 'password-file': file }, folder }))
      known.set(path, password)
      return password
    },
    get wereAsked() {
      return known.size > 0
    },
  }
}

/** A project of a file, and what its recordings sound like, as far as that is in the file. */
export interface ReadFile {
  rows: ProjectRows
  origin: Origin
}

/**
 * The rows of files with the hashes of their sounds as they are when they are not sealed. Recordings whose sound is in none of the files are without it then,
 * which is said; `there`: hashes that the base has, which stay as they are. Problems: those of `carriedSounds`.
 */
export async function withSounds(
  files: readonly ReadFile[],
  there: ReadonlySet<string> = new Set(),
): Promise<Result<{ rows: ProjectRows[]; carried: CarriedSounds }>> {
  const wanted = new Set(files.flatMap(({ rows }) => [...hashesIn(rows.recordings)]).filter((hash) => !there.has(hash)))
  const carried = await carriedSounds(
    wanted,
    files.map(({ origin }) => origin),
  )
  if (isProblem(carried)) return carried
  const moved = new Map([...carried.ok.moved, ...Array.from(there, (hash) => [hash, hash] as const)])
  const isLost = ({ hash }: Recording) => hash !== '' && !moved.has(hash)
  const lost = files.reduce((sum, { rows }) => sum + (rows.recordings ?? []).filter(isLost).length, 0)
  if (lost > 0)
    say(
      `The sound of ${lost} recording${lost === 1 ? '' : 's'} is in none of the files: it can be added under the text.`,
    )
  const rows = files.map(({ rows }) => ({
    ...rows,
    ...(rows.recordings && { recordings: rows.recordings.map((row) => movedSound(moved, row)) }),
  }))
  return ok({ rows, carried: carried.ok })
}

export interface ReadFiles {
  files: ReadFile[]
  /** What those of their answers say that are in canonical form. */
  texts: Map<string, string>
}

/** All of them, the base first. Problems: alreadyMaster, mergeTooLarge, and those of reading each. */
export const readAll = (names: readonly string[], reading: Reading): Promise<Result<ReadFiles>> =>
  readEach(names, reading, false)

/** Without the base, of which only what is to be refused is found out: it is read once it is held. Problems: the same. */
export const readOthers = (base: string, others: readonly string[], reading: Reading): Promise<Result<ReadFiles>> =>
  readEach([base, ...others], reading, true)

async function readEach(
  names: readonly string[],
  reading: Reading,
  isBaseCounted: boolean,
): Promise<Result<ReadFiles>> {
  const files: ReadFile[] = []
  const texts = new Map<string, string>()
  const paths = names.map((name) => pathOf(name, reading.folder))
  const [base, ...others] = paths.map((path) => (existsSync(path) ? realpathSync(path) : path))
  if (others.some((path) => path === base)) return problem({ kind: 'alreadyMaster' })
  const counted = await countAll(paths, reading)
  if (isProblem(counted)) return counted
  let room: number = mergedProjects.mostRows
  if (isBaseCounted) {
    const counted = await countBase(paths[0] ?? '', reading)
    if (isProblem(counted)) return counted
    room -= counted.ok
  }
  for (const path of isBaseCounted ? paths.slice(1) : paths) {
    const read = await readOne(path, reading, room, texts)
    if (isProblem(read)) return read
    room -= rowCount(read.ok.rows)
    files.push(read.ok)
  }
  return ok({ files, texts })
}

/** Its password is asked for before those of the others. Problems: those of `readProject`. */
const countBase = (path: string, { folder, passwords }: Reading): Promise<Result<number>> =>
  readProject(
    path,
    folder,
    countRows,
    readingProtected(() => passwords.of(path)),
  )

/** So little takes a row, in bytes, with its indexes. */
const leastRow = 40

/** Before any of them is read, since two that just fit take gigabytes: whether the rows of all are too many. Problems: mergeTooLarge, and those of opening each. */
async function countAll(paths: readonly string[], { folder }: Reading): Promise<Result<void>> {
  const files = paths.filter((path) => extname(path).toLowerCase() === suffix && existsSync(path))
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0)
  if (bytes < leastRow * mergedProjects.mostRows) return ok(undefined)
  let room: number = mergedProjects.mostRows
  for (const path of files) {
    const counted = await readProject(path, folder, countRows, { takesSealed: true })
    if (isProblem(counted)) return counted
    room -= counted.ok
    if (room < 0) return problem({ kind: 'mergeTooLarge', most: mergedProjects.mostRows })
  }
  return ok(undefined)
}

/** At most so many rows. Problems: mergeTooLarge, and those of reading a file of its kind. */
async function readOne(
  path: string,
  reading: Reading,
  room: number,
  texts: Map<string, string>,
): Promise<Result<ReadFile>> {
  const { folder, passwords, aside } = reading
  const end = extname(path).toLowerCase()
  if (end === '.json' || end === '.qdpx') {
    const given = end === '.json' ? readJson(path) : await readExchange(path)
    return isProblem(given) ? given : readGiven(path, given.ok, reading, room)
  }
  const secret = () => passwords.of(path)
  const read = await readProject(path, folder, (db) => (countRows(db) <= room ? readRows(db, texts) : null), {
    ...readingProtected(secret),
  })
  if (isProblem(read)) return read
  const rows = read.ok
  if (rows === null) return problem({ kind: 'mergeTooLarge', most: mergedProjects.mostRows })
  const sounds = await soundsInFile(path, hashesIn(rows.recordings), { folder, aside, secret })
  return isProblem(sounds) ? sounds : ok({ rows, origin: sounds.ok })
}

/** `texts` takes what answers in canonical form say. */
export function readRows(db: Db, texts: Map<string, string>): Required<ProjectRows> {
  const rows = projectRows(db)
  for (const { answer } of rows.question_answers) noteText(answer, texts)
  return rows
}

/** Whoever has made the file may have written anything there. What is read here is not read again where it is compared and written. */
function noteText(html: string, texts: Map<string, string>): void {
  if (texts.has(html)) return
  const { rich, canonical } = readHtml(html)
  if (canonical === html) texts.set(html, rich.text)
}

/** Whether one of the others is the base itself, or a copy of it that nobody has worked on. */
export const isMaster = (base: ProjectRows, others: readonly ProjectRows[]): boolean =>
  others.some((other) => areEqual(base, other))

interface GivenProject {
  rows: unknown
  sounds?: readonly ImportedSound[] | undefined
}

/** A project JSON, with what is beside it. Problems: mergeTooLarge, and those of `soundRows`. */
async function readGiven(
  path: string,
  given: GivenProject,
  { author, passwords }: Reading,
  room: number,
): Promise<Result<ReadFile>> {
  const name = basename(path)
  const sound = (secret: string | null) =>
    attempt(() => {
      const unread: Unread = new Map()
      const rows = signed(soundRows(name, given.rows, { room, secret, unread }), author)
      const rowAt = (table: Table, key: string) =>
        rows[table]?.find((row: AnyRow) => String(row[keyOf(table)]) === key) as AnyRow | undefined
      if (unread.size > 0) sayUnread(name, unread, rowAt)
      return { rows, origin: soundsInMemory(given.sounds) }
    })
  const read = sound(null)
  if (!isProblem(read) || read.problem.kind !== 'protectedProject') return read
  const password = await passwords.of(path)
  return isProblem(password) ? password : password.ok === null ? read : sound(password.ok)
}

function readJson(path: string): Result<GivenProject> {
  const read = readJsonFile(path)
  return isProblem(read) ? read : ok({ rows: read.ok })
}

/** A project of another program, as project JSON. */
async function readExchange(path: string): Promise<Result<GivenProject>> {
  // The readers of foreign files are loaded where there is one.
  const { readImport } = await import('./readImport.ts')
  const read = await readImport(path, { sheet: null, roles: [], ocr: null })
  if (isProblem(read)) return read
  if (read.ok.kind !== 'project') return problem({ kind: 'fileTypeNotSupported', name: basename(path) })
  const { rows, sounds } = read.ok.imported
  return ok({ rows: JSON.parse(await rows.text()), sounds })
}
