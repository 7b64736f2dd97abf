/** `thicket merge`: several projects made into a new one, where no file that is read changes, or into the first of them (`src/model/rules/projects/merge`). */
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { mergeTitle } from '../../src/model/history.ts'
import { mergedProjects } from '../../src/model/limits.ts'
import { attempt, isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { type ProjectRows, rowCount } from '../../src/model/projectRows.ts'
import { areEqual } from '../../src/model/rules/projects/merge/areEqual.ts'
import { type Merge, mergeProjects } from '../../src/model/rules/projects/merge/mergeProjects.ts'
import { signed, soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'
import { type AnyRow, keyOf, type Table } from '../../src/model/schema.ts'
import type { Unread } from '../../src/model/sealing/unread.ts'
import { hashesIn, movedSound } from '../../src/model/sound/media.ts'
import { countRows, projectRows } from '../../wasm/database/projectRows.ts'
import { type ProjectFile, suffix, writeProject } from '../files/projectFile.ts'
import { beginningWith } from '../room/readProjectJson.ts'
import { readJsonFile } from '../uploads/uploadedJson.ts'
import { pathOf, readProject } from '../working/openToRead.ts'
import { changeProject } from './changeProject.ts'
import { openClients } from './clients.ts'
import { command } from './command.ts'
import { usualAuthor } from './import.ts'
import { print, say } from './output.ts'
import { isTerminal, newPasswordOf, passwordOf, readingProtected } from './password.ts'
import { readImport } from './readImport.ts'
import { sayUnread } from './unread.ts'

export const main = command(
  {
    usage:
      'merge <base.qrk> <other.qrk|.json|.qdpx…> (--out <result.qrk> | --into) [--author <name>] [--protect] [--password-file <file>]…',
    options: {
      out: { type: 'string' },
      into: { type: 'boolean' },
      author: { type: 'string' },
      protect: { type: 'boolean' },
      'password-file': { type: 'string', multiple: true },
    },
    words: { least: 2, most: Number.POSITIVE_INFINITY },
  },
  async ({ words: [base = '', ...others], options, lists, folder }) => {
    const isInto = options.into === true
    if (isInto === (options.out !== undefined)) return { wrong: 'either --out <result.qrk> or --into' }
    const isProtecting = options.protect === true
    if (isInto && isProtecting) return { wrong: '--protect is of a new project' }
    const author = options.author === undefined ? usualAuthor() : String(options.author)
    const passwords = openPasswords(lists['password-file'] ?? [], folder)
    if (isProtecting && passwords.last === undefined && !isTerminal())
      return { wrong: '--protect needs a password: name a file that holds it by --password-file' }
    const wish = { base, others, out: String(options.out), isProtecting, author, folder, passwords }
    const merged = await (isInto ? mergeInto : mergeAsNew)(wish)
    if (isProblem(merged)) return merged
    const { path, ...done } = merged.ok
    tell(done, others)
    say(`Wrote ${path}`)
    await print(`${JSON.stringify(done.counts)}\n`)
    return 0
  },
)

interface Wish {
  base: string
  others: readonly string[]
  out: string
  /** Whose rows are that bear no name, and who merges into the base. */
  author: string
  folder: string
  isProtecting: boolean
  passwords: Passwords
}

interface Passwords {
  /** Of this project, which is protected: of the next file, and once there are no more, of the last; asked for at a terminal where there are none. */
  of(path: string): Promise<Result<string | null>>
  readonly last: string | undefined
  /** One was asked for. */
  readonly wereAsked: boolean
}

function openPasswords(files: readonly string[], folder: string): Passwords {
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

/** `path`: what was written. */
type Merged = Merge & { path: string }

async function mergeAsNew(wish: Wish): Promise<Result<Merged>> {
  const { base, others, out: name, folder, passwords, isProtecting } = wish
  const out = pathOf(name, folder)
  // Before anything is read: the merge may take a while.
  if (existsSync(out)) return problem({ kind: 'fileExists', name: basename(out) })
  const read = await readAll([base, ...others], wish)
  if (isProblem(read)) return read
  const [master = {}, ...rows] = read.ok
  const merged = merge(master, rows)
  if (isProblem(merged)) return merged
  const made = withoutSound(merged.ok.rows)
  const written = isProtecting
    ? await changeProject(out, folder, () => out, {
        rows: () => ok(made),
        newPassword: () => newPasswordOf({ options: { 'password-file': passwords.last }, folder }),
      })
    : writeProject(out, false, beginningWith(made))
  if (!isProtecting && passwords.wereAsked) say('What comes of it is not protected: its texts can be read by anybody.')
  return isProblem(written) ? written : ok({ ...merged.ok, path: written.ok })
}

/** The base itself changes, by one step in one transaction: a process that ends in its middle leaves the project as it was. */
async function mergeInto(wish: Wish): Promise<Result<Merged>> {
  const { base, others, author, folder, passwords } = wish
  const path = pathOf(base, folder)
  const read = await readAll([base, ...others], wish)
  if (isProblem(read)) return read
  const rows = read.ok.slice(1)
  // Nothing is made where no project is.
  const none = () => problem({ kind: 'fileNotFound', name: path })
  const done = await changeProject(base, folder, (project) => mergeIn(project, rows, others, author), {
    rows: none,
    password: () => passwords.of(path),
  })
  if (isProblem(done)) return done
  return isProblem(done.ok) ? done.ok : ok({ ...done.ok.ok, path })
}

function mergeIn(
  project: ProjectFile,
  others: readonly ProjectRows[],
  names: readonly string[],
  author: string,
): Result<Merge> {
  const base = projectRows(project.db)
  const there = hashesIn(base.recordings)
  const silent = others.map((rows) => withoutSound(rows, there))
  const merged = merge(base, silent)
  if (isProblem(merged)) return merged
  const clients = openClients(project, { partSize: Number.POSITIVE_INFINITY, called: author })
  try {
    const [name = '', ...more] = names
    const title = more.length === 0 && basename(name)
    const given = silent.map((rows) => ({ rows: JSON.stringify(rows) }))
    const args = { others: given, shown: merged.ok.counts, ...(title && { title }) }
    const done = clients.use(1, author).run('merge', '', [{ command: 'mergeProjects', args }], mergeTitle)
    if (isProblem(done)) return done
    const [refused] = clients.deliver().problems
    return refused ? { problem: refused.problem } : merged
  } finally {
    clients.close()
  }
}

/** Recordings of other files than the one that is written to come without their sound, which is said; `there`: the hashes of those that it has. */
function withoutSound<R extends ProjectRows>(rows: R, there: ReadonlySet<string> = new Set()): R {
  const { recordings = [] } = rows
  const kept = new Map(Array.from(there, (hash) => [hash, hash]))
  const lost = recordings.filter(({ hash }) => hash !== '' && !there.has(hash)).length
  if (lost === 0) return rows
  say(
    `The sound of ${lost} recording${lost === 1 ? '' : 's'} does not come along: where projects are merged on the page, it does.`,
  )
  return { ...rows, recordings: recordings.map((row) => movedSound(kept, row)) }
}

/** Problems: alreadyMaster. */
function merge(base: ProjectRows, others: readonly ProjectRows[]): Result<Merge> {
  if (others.some((other) => areEqual(base, other))) return problem({ kind: 'alreadyMaster' })
  return ok(
    mergeProjects(
      base,
      others.map((rows) => ({ rows })),
    ),
  )
}

/** The base first. Problems: alreadyMaster, mergeTooLarge, and those of reading each. */
async function readAll(names: readonly string[], wish: Wish): Promise<Result<ProjectRows[]>> {
  const all: ProjectRows[] = []
  const paths = names.map((name) => pathOf(name, wish.folder))
  const [base, ...others] = paths.map((path) => (existsSync(path) ? realpathSync(path) : path))
  if (others.some((path) => path === base)) return problem({ kind: 'alreadyMaster' })
  const counted = await countAll(paths, wish)
  if (isProblem(counted)) return counted
  let room: number = mergedProjects.mostRows
  for (const path of paths) {
    const read = await readOne(path, wish, room)
    if (isProblem(read)) return read
    room -= rowCount(read.ok)
    all.push(read.ok)
  }
  return ok(all)
}

/** So little takes a row, in bytes, with its indexes. */
const leastRow = 40

/** Before any of them is read, since two that just fit take gigabytes: whether the rows of all are too many. Problems: mergeTooLarge, and those of opening each. */
async function countAll(paths: readonly string[], { folder }: Wish): Promise<Result<void>> {
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
async function readOne(path: string, { author, folder, passwords }: Wish, room: number): Promise<Result<ProjectRows>> {
  const end = extname(path).toLowerCase()
  if (end === '.json' || end === '.qdpx') {
    const given = end === '.json' ? readJsonFile(path) : await readExchange(path)
    if (isProblem(given)) return given
    const name = basename(path)
    const sound = (secret: string | null) =>
      attempt(() => {
        const unread: Unread = new Map()
        const rows = signed(soundRows(name, given.ok, room, secret, unread), author)
        const rowAt = (table: Table, key: string) =>
          rows[table]?.find((row: AnyRow) => String(row[keyOf(table)]) === key) as AnyRow | undefined
        if (unread.size > 0) sayUnread(name, unread, rowAt)
        return rows
      })
    const read = sound(null)
    if (!isProblem(read) || read.problem.kind !== 'protectedProject') return read
    const password = await passwords.of(path)
    return isProblem(password) ? password : password.ok === null ? read : sound(password.ok)
  }
  const read = await readProject(path, folder, (db) => (countRows(db) <= room ? projectRows(db) : null), {
    ...readingProtected(() => passwords.of(path)),
  })
  if (isProblem(read)) return read
  return read.ok === null ? problem({ kind: 'mergeTooLarge', most: mergedProjects.mostRows }) : ok(read.ok)
}

/** A project of another program, as project JSON. */
async function readExchange(path: string): Promise<Result<unknown>> {
  const read = await readImport(path, { sheet: null, roles: [], ocr: null })
  if (isProblem(read)) return read
  if (read.ok.kind !== 'project') return problem({ kind: 'fileTypeNotSupported', name: basename(path) })
  return ok(JSON.parse(await read.ok.imported.rows.text()))
}

/** What is to be known of each, for who reads along; the numbers are printed. */
function tell({ others, rows }: Omit<Merge, 'counts'>, names: readonly string[]): void {
  const titles = new Map(rows.quirks.map(({ id, title }) => [id, title]))
  for (const [i, { similar, lost, cells, lifted }] of others.entries()) {
    const of = (words: string) => say(`  ${basename(resolve(names[i] ?? ''))}: ${words}`)
    for (const { title, baseTitle, share } of similar)
      of(`“${title}” differs from “${baseTitle}” in ${(share * 100).toFixed(1)} % of its text, which stays as it is.`)
    for (const { source, words, quirkId, content } of lost)
      of(
        `“${words}” of “${source}” is not in the text any more: ${quirkId === null ? content : (titles.get(quirkId) ?? '')}`,
      )
    for (const { source, property, value, other } of cells)
      of(`${property} of “${source}” stays “${value}”, not “${other}”.`)
    for (const title of lifted) of(`The quirk “${title}” would lie too deep; it is at the top.`)
  }
}
