/**
 * `thicket admin backup OUT` and `thicket admin restore FROM`: a server's accounts and projects, all of them, in one folder.
 *
 * Promises: a backup appears whole or not at all, and was read back; it is made beside a server that runs, from its rooms, so that nobody
 * waits and nothing acknowledged before is missing. A restored server gives every project a new epoch: browsers then read it anew and
 * send again what was not in it. Sessions and links to set a password are not in a backup: whoever ended one does not find it alive again. One
 * that lies in a second place is sealed, file by file (`../files/sealedBackup.ts`), and nothing of it was ever there in any other form.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { openNode } from '../../wasm/database/boot/node.ts'
import { isDiskFull } from '../base/failures.ts'
import { waitingDeeds } from '../base/operatorLog.ts'
import { readCommandSettings } from '../base/settings/settings.ts'
import { inspectFile } from '../files/inspectFile.ts'
import { openBackupFile, sealBackupFile } from '../files/sealedBackup.ts'
import { auditPathIn, readAudit } from '../hosts/cloud/audit/auditFile.ts'
import { askForProject, isServed } from '../running/control.ts'
import { makeDataFolder } from '../running/dataFolder.ts'
import { keepFromOthers } from '../running/ownerOnly.ts'
import { logDeed } from './logDeed.ts'
import { say } from './output.ts'

const contents = z.object({
  thicket: z.string(),
  made: z.string(),
  files: z.array(
    z.object({
      path: z.string().regex(/^(accounts\.sqlite|audit\.sqlite|projects\/[\w-]+\.qrk)$/),
      sha256: z.string(),
    }),
  ),
  /** Projects whose files were not there, or not to be read. */
  missing: z.array(z.string()),
})
type Contents = z.infer<typeof contents>

const listName = 'backup.json'
const databaseName = 'accounts.sqlite'
const auditName = 'audit.sqlite'
/** After the name of a file that is sealed. */
const sealedEnd = '.sealed'

/** Where the files of a backup go while it is made. */
interface Making {
  /** Where a file is written as it is. */
  path(name: string): string
  /** It is whole. */
  keep(name: string): Promise<void>
}

const plainly = (folder: string): Making => ({ path: (name) => join(folder, name), keep: async () => {} })

/** `work`: where each file lies as it is until it is sealed. */
const sealing = (folder: string, work: string, key: string): Making => ({
  path: (name) => join(work, basename(name)),
  keep: async (name) => {
    const path = join(work, basename(name))
    await sealBackupFile(path, join(folder, name + sealedEnd), key, name)
    rmSync(path)
  },
})

/** What a backup holds, as bytes of a file by its name. */
interface Read {
  has(name: string): boolean
  open(name: string): Readable
  list: Contents
}

/** `thicket admin backup OUT-FOLDER`. `key`: by which it is sealed; left out: it lies there as it is. `by`: who makes it; left out: the operator. Exit codes: 0 all is there, 1 something is not. */
export async function backup(out: string, key?: string, by?: 'server'): Promise<number> {
  const { data, nodes } = readCommandSettings()
  if (nodes)
    return fail(
      'several nodes are backed up with their database; “thicket admin cluster move-out” makes a folder of them',
    )
  const place = resolve(out)
  if (!existsSync(join(data, databaseName))) return fail(`there is no server’s folder at ${data}`)
  if (existsSync(place) && readdirSync(place).length > 0) return fail(`${place} is not empty`)
  const unfinished = join(dirname(place), `.${basename(place)}.${process.pid}.new`)
  const work = join(data, 'temporary', `backup-${process.pid}`)
  try {
    // A second place is never made (`../running/secondPlace.ts`), not even where it goes at this moment.
    if (key === undefined) mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    mkdirSync(unfinished, { mode: 0o700 })
    mkdirSync(join(unfinished, 'projects'), { mode: 0o700 })
    if (key !== undefined) mkdirSync(work, { recursive: true, mode: 0o700 })
    const making = key === undefined ? plainly(unfinished) : sealing(unfinished, work, key)
    const done = await fill(making, data)
    writeFileSync(making.path(listName), `${JSON.stringify(done, null, 2)}\n`, { mode: 0o600 })
    await making.keep(listName)
    const end = key === undefined ? '' : sealedEnd
    for (const { path } of [...done.files, { path: listName }]) sync(join(unfinished, path + end))
    for (const folder of [join(unfinished, 'projects'), unfinished]) sync(folder)
    rmSync(place, { recursive: true, force: true })
    renameSync(unfinished, place)
    sync(dirname(place))
    await logDeed(data, { event: 'backupMade', ...(by && { by }) })
    say(`${projectsIn(done)} projects and the accounts are in ${place}.`)
    return done.missing.length === 0 ? 0 : 1
  } catch (error) {
    return fail(notWritten(error, dirname(place)))
  } finally {
    for (const left of [unfinished, work]) rmSync(left, { recursive: true, force: true })
  }
}

const projectsIn = ({ files }: Contents): number => files.filter(({ path }) => path.startsWith('projects/')).length

/** Throws what says nothing of the folder. */
export function notWritten(error: unknown, folder: string): string {
  const { code = '' } = error as { code?: string }
  if (isDiskFull(error)) return `there is no room for the backup in ${folder}`
  if (code === 'EROFS')
    return `${folder} is read-only for this process: under thicket.service it takes ReadWritePaths= (running.md, “Backups in a second place”)`
  if (['EACCES', 'EPERM'].includes(code))
    return `the user ${userInfo().username} cannot write in ${folder}: make that folder theirs, or choose another one`
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `${folder} is no folder`
  throw error
}

/** The database first: a project that is made meanwhile is in the next backup. */
async function fill(making: Making, data: string): Promise<Contents> {
  const served = await isServed(data)
  const database = making.path(databaseName)
  copyDatabase(join(data, databaseName), database)
  const done: Contents = { thicket: manifest.version, made: new Date().toISOString(), files: [], missing: [] }
  for (const { uuid, path } of projectsOf(database)) {
    const name = `projects/${basename(path)}`
    const failed = await copyProject(served ? data : null, uuid, path, making.path(name))
    if (failed === null) {
      done.files.push({ path: name, sha256: await sha256(createReadStream(making.path(name))) })
      await making.keep(name)
    } else {
      say(`thicket: project ${uuid} is not in the backup: ${failed}`)
      done.missing.push(uuid)
    }
  }
  if (existsSync(auditPathIn(data))) {
    copyAudit(auditPathIn(data), making.path(auditName))
    done.files.push({ path: auditName, sha256: await sha256(createReadStream(making.path(auditName))) })
    await making.keep(auditName)
  }
  done.files.push({ path: databaseName, sha256: await sha256(createReadStream(database)) })
  await making.keep(databaseName)
  return done
}

function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(to)
  try {
    // What was noted of files would let a restored project pass for the one that browsers know.
    copy.exec(
      "DELETE FROM notes; DELETE FROM sessions; DROP TABLE IF EXISTS tries; DELETE FROM links WHERE kind = 'reset'; VACUUM",
    )
  } finally {
    copy.close()
  }
}

function copyAudit(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
}

function projectsOf(database: string): { uuid: string; path: string }[] {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    return db
      .prepare('SELECT uuid, path FROM projects ORDER BY uuid')
      .all()
      .map(({ uuid, path }) => ({ uuid: String(uuid), path: String(path) }))
  } finally {
    db.close()
  }
}

/** `server`: the folder of the one that runs. Returns what went wrong; null: nothing. */
export async function copyProject(
  server: string | null,
  uuid: string,
  from: string,
  to: string,
): Promise<string | null> {
  if (server === null) {
    const inspected = inspectFile(from, { takesProtected: true })
    if ('problem' in inspected) return inspected.problem.kind
    const db = openNode(from, { readOnly: true })
    try {
      db.run('VACUUM INTO ?', [to])
    } finally {
      db.close()
    }
  } else {
    const stream = await askForProject(server, uuid)
    if (typeof stream === 'string') return stream
    await pipeline(stream, createWriteStream(to, { mode: 0o600 }))
  }
  return check(to)
}

/** null: SQLite finds nothing wrong. */
export function check(path: string): string | null {
  const db = openNode(path, { readOnly: true })
  try {
    const { quick_check: found } = db.one<{ quick_check: string }>('PRAGMA quick_check(1)') ?? {
      quick_check: 'no answer',
    }
    return found === 'ok' ? null : found
  } finally {
    db.close()
  }
}

/** `thicket admin restore BACKUP-FOLDER`: into the folder of the settings, which must not have a server's data yet. */
export async function restore(from: string): Promise<number> {
  const { data, backupKey } = readCommandSettings()
  const read = await readBackup(resolve(from), backupKey)
  if (typeof read === 'string') return fail(read)
  if (await isServed(data)) return fail(`a server runs on ${data}: stop it first`)
  if (['accounts.sqlite', 'projects'].some((name) => existsSync(join(data, name))))
    return fail(`${data} has a server’s data: move it away first`)
  const failed = await restoreInto(data, read)
  if (failed !== null) return fail(failed)
  await logDeed(data, { event: 'backupRestored' })
  say(`${projectsIn(read.list)} projects and the accounts, of ${read.list.made}, are in ${data}. People sign in anew.`)
  for (const line of cameBack(data, Date.parse(read.list.made))) say(line)
  return 0
}

/** What a restore has brought back though it was deleted since the backup, by the audit log that stayed, as lines that say how it goes again. */
function cameBack(data: string, made: number): string[] {
  const deleted = deletedSince(data, made)
  const db = new DatabaseSync(join(data, databaseName), { readOnly: true })
  try {
    const emailOf = db.prepare('SELECT email FROM accounts WHERE id = ?')
    const projectOf = db.prepare(
      'SELECT p.name, a.email FROM projects p JOIN accounts a ON a.id = p.owner WHERE p.uuid = ?',
    )
    const accounts = deleted.accounts.map((id) => emailOf.get(id)).filter((row) => row !== undefined)
    const projects = deleted.projects.map((uuid) => projectOf.get(uuid)).filter((row) => row !== undefined)
    return [
      ...accounts.map(
        ({ email }) =>
          `${email} was deleted since, and is back. To delete them again: thicket admin delete ${email} --yes (with --to EMAIL or --with-shared where others work in their projects)`,
      ),
      ...projects.map(
        ({ name, email }) =>
          `The project “${name}” of ${email} was deleted since, and is back: its owner can delete it again.`,
      ),
    ]
  } finally {
    db.close()
  }
}

/** By their ids; what `thicket admin` did while no server ran is not in the audit log yet. */
function deletedSince(data: string, since: number): { accounts: string[]; projects: string[] } {
  const noted = readAudit(data, { since }).map(({ event, account, project }) => ({ event, account, project }))
  const waiting = waitingDeeds(data)
    .filter(({ at }) => Date.parse(at) >= since)
    .map(({ event, account = null, project = null }) => ({ event, account, project }))
  const all = [...noted, ...waiting]
  const idsOf = (event: string, key: 'account' | 'project') => [
    ...new Set(all.flatMap((each) => (each.event === event && each[key] !== null ? [each[key]] : []))),
  ]
  return { accounts: idsOf('accountDeleted', 'account'), projects: idsOf('projectDeleted', 'project') }
}

/** Puts all that a backup holds into a folder without a server's data. Returns what is wrong; null: nothing. Where something is, nothing was written. */
export async function restoreInto(data: string, { has, open, list }: Read): Promise<string | null> {
  for (const { path, sha256: wanted } of list.files) {
    const found = has(path) ? await sha256(open(path)).catch(() => null) : null
    if (found !== wanted) return `${path} of the backup is damaged or missing; nothing was restored`
  }
  const made = makeDataFolder(data)
  if ('problem' in made) return made.problem
  mkdirSync(join(data, 'projects'), { recursive: true, mode: 0o700 })
  const put = async (path: string, to = join(data, path)) => {
    await pipeline(open(path), createWriteStream(to, { mode: 0o600 }))
    sync(to)
  }
  // The audit log that is there goes on: it is newer, and says what was deleted since.
  const isKept = (path: string) => path === auditName && existsSync(auditPathIn(data))
  for (const { path } of list.files) if (path !== databaseName && !isKept(path)) await put(path)
  // The database last: a folder that has it has everything.
  const unfinished = join(data, `${databaseName}.new`)
  await put(databaseName, unfinished)
  movePaths(unfinished, join(data, 'projects'))
  sync(unfinished)
  renameSync(unfinished, join(data, databaseName))
  for (const line of keepFromOthers(data)) say(`thicket: ${line}`)
  for (const folder of [join(data, 'projects'), data]) sync(folder)
  return null
}

/** `key`: of the settings, for a backup that is sealed. A text says why it is none. */
export async function readBackup(place: string, key: string | undefined): Promise<Read | string> {
  const isSealed = existsSync(join(place, listName + sealedEnd))
  if (isSealed && key === undefined) return `${place} is sealed: THICKET_BACKUP_KEY is the key to it`
  const end = isSealed ? sealedEnd : ''
  const open = (name: string): Readable => {
    const path = join(place, name + end)
    return isSealed && key !== undefined ? openBackupFile(path, key, name) : createReadStream(path)
  }
  try {
    const list = contents.parse(JSON.parse(await text(open(listName))))
    return { has: (name) => existsSync(join(place, name + end)), open, list }
  } catch {
    return `${place} is no backup${isSealed ? ' that this key opens' : ''}: its ${listName} is missing or not to be read`
  }
}

function movePaths(database: string, folder: string): void {
  const db = new DatabaseSync(database)
  try {
    const move = db.prepare('UPDATE projects SET path = ? WHERE uuid = ?')
    for (const { uuid, path } of projectsOf(database)) move.run(join(folder, basename(path)), uuid)
  } finally {
    db.close()
  }
}

async function sha256(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(bytes, hash)
  return hash.digest('hex')
}

/** Onto the disk. Windows cannot do that with folders, and need not. */
function sync(path: string): void {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const file = openSync(path, isFolder ? 'r' : 'r+')
  fsyncSync(file)
  closeSync(file)
}

function fail(line: string): number {
  say(`thicket: ${line}`)
  return 1
}
