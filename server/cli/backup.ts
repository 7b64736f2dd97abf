/**
 * `thicket admin backup OUT` and `thicket admin restore FROM`: a server's accounts and projects, all of them, in one folder.
 *
 * Promises: a backup appears whole or not at all, and was read back; it is made beside a server that runs, from its rooms, so that nobody
 * waits and nothing acknowledged before is missing. A restored server gives every project a new epoch: browsers then read it anew and
 * send again what was not in it. Sessions and links to set a password are not in a backup: whoever ended one does not find it alive again.
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { openNode } from '../../wasm/database/boot/node.ts'
import { isDiskFull } from '../base/failures.ts'
import { readSettings } from '../base/settings/settings.ts'
import { inspectFile } from '../files/inspectFile.ts'
import { askForProject, isServed } from '../running/control.ts'
import { makeDataFolder } from '../running/dataFolder.ts'
import { keepFromOthers } from '../running/ownerOnly.ts'
import { logDeed } from './logDeed.ts'
import { say } from './output.ts'

const contents = z.object({
  thicket: z.string(),
  made: z.string(),
  files: z.array(
    z.object({ path: z.string().regex(/^(accounts\.sqlite|projects\/[\w-]+\.qrk)$/), sha256: z.string() }),
  ),
  /** Projects whose files were not there, or not to be read. */
  missing: z.array(z.string()),
})
type Contents = z.infer<typeof contents>

const listName = 'backup.json'
const databaseName = 'accounts.sqlite'

/** `thicket admin backup OUT-FOLDER`. Exit codes: 0 all is there, 1 something is not. */
export async function backup(out: string): Promise<number> {
  const { data } = readSettings()
  const place = resolve(out)
  if (!existsSync(join(data, databaseName))) return fail(`there is no server’s folder at ${data}`)
  if (existsSync(place) && readdirSync(place).length > 0) return fail(`${place} is not empty`)
  const unfinished = join(dirname(place), `.${basename(place)}.${process.pid}.new`)
  try {
    mkdirSync(join(unfinished, 'projects'), { recursive: true, mode: 0o700 })
    const done = await fill(unfinished, data)
    writeFileSync(join(unfinished, listName), `${JSON.stringify(done, null, 2)}\n`, { mode: 0o600 })
    for (const { path } of [...done.files, { path: listName }]) sync(join(unfinished, path))
    for (const folder of [join(unfinished, 'projects'), unfinished]) sync(folder)
    rmSync(place, { recursive: true, force: true })
    renameSync(unfinished, place)
    sync(dirname(place))
    await logDeed(data, { event: 'backupMade' })
    say(`${done.files.length - 1} projects and the accounts are in ${place}.`)
    return done.missing.length === 0 ? 0 : 1
  } catch (error) {
    return fail(notWritten(error, dirname(place)))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Throws what says nothing of the folder. */
function notWritten(error: unknown, folder: string): string {
  const { code = '' } = error as { code?: string }
  if (isDiskFull(error)) return `there is no room for the backup in ${folder}`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `the user ${userInfo().username} cannot write in ${folder}: make that folder theirs, or choose another one`
  if (['ENOTDIR', 'EEXIST'].includes(code)) return `${folder} is no folder`
  throw error
}

/** The database first: a project that is made meanwhile is in the next backup. */
async function fill(folder: string, data: string): Promise<Contents> {
  const served = await isServed(data)
  const database = join(folder, databaseName)
  copyDatabase(join(data, databaseName), database)
  const done: Contents = { thicket: manifest.version, made: new Date().toISOString(), files: [], missing: [] }
  for (const { uuid, path } of projectsOf(database)) {
    const name = `projects/${basename(path)}`
    const failed = await copyProject(served ? data : null, uuid, path, join(folder, name))
    if (failed === null) done.files.push({ path: name, sha256: await sha256(join(folder, name)) })
    else {
      say(`thicket: project ${uuid} is not in the backup: ${failed}`)
      done.missing.push(uuid)
    }
  }
  done.files.push({ path: databaseName, sha256: await sha256(database) })
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

function check(path: string): string | null {
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
  const { data } = readSettings()
  const place = resolve(from)
  const read = readList(place)
  if (typeof read === 'string') return fail(read)
  if (await isServed(data)) return fail(`a server runs on ${data}: stop it first`)
  if (['accounts.sqlite', 'projects'].some((name) => existsSync(join(data, name))))
    return fail(`${data} has a server’s data: move it away first`)
  for (const { path, sha256: wanted } of read.files)
    if (!existsSync(join(place, path)) || (await sha256(join(place, path))) !== wanted)
      return fail(`${path} of the backup is damaged or missing; nothing was restored`)
  const made = makeDataFolder(data)
  if ('problem' in made) return fail(made.problem)
  mkdirSync(join(data, 'projects'), { recursive: true, mode: 0o700 })
  for (const { path } of read.files.filter(({ path }) => path !== databaseName)) put(place, data, path)
  // The database last: a folder that has it has everything.
  const unfinished = join(data, `${databaseName}.new`)
  copyFileSync(join(place, databaseName), unfinished)
  movePaths(unfinished, join(data, 'projects'))
  sync(unfinished)
  renameSync(unfinished, join(data, databaseName))
  for (const line of keepFromOthers(data)) say(`thicket: ${line}`)
  for (const folder of [join(data, 'projects'), data]) sync(folder)
  await logDeed(data, { event: 'backupRestored' })
  say(`${read.files.length - 1} projects and the accounts, of ${read.made}, are in ${data}. People sign in anew.`)
  return 0
}

function readList(place: string): Contents | string {
  try {
    return contents.parse(JSON.parse(readFileSync(join(place, listName), 'utf8')))
  } catch {
    return `${place} is no backup: its ${listName} is missing or not to be read`
  }
}

function put(from: string, to: string, path: string): void {
  copyFileSync(join(from, path), join(to, path))
  sync(join(to, path))
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

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
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
