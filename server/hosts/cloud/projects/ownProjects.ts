/**
 * The projects of a server of many people: whose each is, what it is called, and where its file lies. A file has a name of
 * its own making in the folder `projects`; what people call the project stands in the database alone, and an owner has it once.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { longestTitle } from '../../../../src/model/limits.ts'
import { problem, type Result } from '../../../../src/model/problems.ts'
import { cleanLine } from '../../../../src/model/text/richText.ts'
import { type BackupNotes, notesIn } from '../../../files/backupFiles.ts'
import type { Noted } from '../../../files/identity.ts'
import { suffix } from '../../../files/projectFile.ts'
import { syncFolder } from '../../../files/writeWhole.ts'
import type { Host } from '../../../host.ts'
import type { CloudDatabase } from '../database.ts'
import { openUsedSpace } from './usedSpace.ts'

/** What the host says of projects, without who else may do what in them; `projects` costs no look at the files. */
export interface OwnProjects
  extends Pick<
    Host,
    | 'projects'
    | 'nameOf'
    | 'pathOf'
    | 'noted'
    | 'note'
    | 'place'
    | 'take'
    | 'free'
    | 'bound'
    | 'backupSpace'
    | 'remove'
    | 'discard'
  > {
  /** Does away with what a server that ended left of deleted projects. `failed`: what stays, until the next time. */
  discardRest(failed: (error: unknown) => void): void
  /** The project is this account's from now on. Problems: quotaExceeded, projectNameTaken, of the account's other projects. */
  give(uuid: string, account: string): Result<void>
  /** Answers with the name as it is kept. Problems: missingProjectName, projectNameTaken, of its owner's other projects. */
  rename(uuid: string, name: string): Result<string>
}

export interface OwnProjectsOptions {
  /** The folder of everything that the server keeps. */
  data: string
  region: string
  /** MB, unless the account has another; 0: no bound. */
  quota: number
  /** How many one person may have, unless the account says otherwise; 0: no bound. */
  projects: number
  now?: () => number
}

/** Where several nodes have the projects. */
export interface ElsewhereProjects {
  folder: string
  sizeOf(uuid: string): number
  readonly backups: BackupNotes
  discard(uuid: string): void
}

export function openOwnProjects(
  { db, transaction, behind, mayWrite = () => true, ask = () => {} }: CloudDatabase,
  { data, region, quota: usualQuota, projects: usualMost, now = Date.now }: OwnProjectsOptions,
  elsewhere?: ElsewhereProjects,
): OwnProjects {
  const folder = join(data, 'projects')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const list = db.prepare(`SELECT p.uuid, p.name, COALESCE(n.modified, p.created) AS modified, n.protected,
(SELECT COUNT(*) FROM shares WHERE project = p.uuid) AS people FROM projects p
LEFT JOIN notes n ON n.uuid = p.uuid WHERE p.owner = ? ORDER BY 3 DESC, p.uuid`)
  const find = db.prepare('SELECT name, path FROM projects WHERE uuid = ?')
  const named = db.prepare('SELECT 1 FROM projects WHERE owner = ? AND name = ?')
  const insert = db.prepare('INSERT INTO projects (uuid, owner, name, path, created, opened) VALUES (?, ?, ?, ?, ?, ?)')
  const namedBeside = db.prepare(
    'SELECT 1 FROM projects WHERE owner = (SELECT owner FROM projects WHERE uuid = ?1) AND uuid <> ?1 AND name = ?2',
  )
  const setName = db.prepare('UPDATE projects SET name = ? WHERE uuid = ?')
  const setOwner = db.prepare('UPDATE projects SET owner = ? WHERE uuid = ?')
  const remove = db.prepare('DELETE FROM projects WHERE uuid = ?')
  const removeNote = db.prepare('DELETE FROM notes WHERE uuid = ?')
  const files = db.prepare('SELECT uuid, path FROM projects WHERE owner = ?')
  const count = db.prepare('SELECT COUNT(*) AS n FROM projects WHERE owner = ?')
  const ownerOf = db.prepare('SELECT owner FROM projects WHERE uuid = ?')
  const exempt = db.prepare('SELECT quota, mostProjects FROM accounts WHERE id = ?')
  const discarded = db.prepare('SELECT uuid, path FROM discarded')
  const isGone = db.prepare('DELETE FROM discarded WHERE path = ?')
  /** By account: how large each of its projects may become. */
  const bounds = new Map<string, { bytes: ReadonlyMap<string, number>; until: number }>()
  const noteAt = db.prepare('SELECT uuid, path, epoch, head, hash, clean FROM notes WHERE path = ?')
  const noteOf = db.prepare('SELECT epoch, head, modified FROM notes WHERE uuid = ?')
  const writeNote = db.prepare(`INSERT OR REPLACE INTO notes (uuid, path, epoch, head, hash, clean, modified, protected)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  /** MB; 0: no bound. */
  const quotaOf = (account: string): number => (exempt.get(account)?.quota as number | null | undefined) ?? usualQuota
  const mostOf = (account: string): number =>
    (exempt.get(account)?.mostProjects as number | null | undefined) ?? usualMost
  const isTaken = (account: string, name: string) => named.get(account, name) !== undefined
  const hasTooMany = (account: string) => mostOf(account) > 0 && Number(count.get(account)?.n) >= mostOf(account)
  const tooMany = (account: string) => problem({ kind: 'tooManyProjects', most: mostOf(account) })
  const used = openUsedSpace({
    backups: elsewhere?.backups ?? notesIn(join(data, 'backups')),
    temporary: temporaryIn(data),
    bytes: (account) => quotaOf(account) * megabyte,
    ...(elsewhere && { fileSize: ({ uuid }) => elsewhere.sizeOf(uuid) }),
    filesOf: (account) => files.all(account).map(({ uuid, path }) => ({ uuid: String(uuid), path: String(path) })),
    now,
  })
  const owner = (uuid: string) => ownerOf.get(uuid)?.owner as string | undefined
  const makeRoom = (account: string | undefined) => {
    if (account !== undefined && quotaOf(account) > 0) used.makeRoom(account)
  }
  const discard = (uuid: string, path: string) => {
    // The room's last note came when it was closed.
    removeNote.run(uuid)
    elsewhere?.discard(uuid)
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
    if (isUuid.test(uuid)) rmSync(join(data, 'backups', uuid), { recursive: true, force: true })
    used.changed(uuid)
    syncFolder(folder)
    isGone.run(path)
  }
  const boundsOf = (account: string) => {
    makeRoom(account)
    const found = { bytes: used.bounds(account), until: performance.now() + boundFor }
    bounds.set(account, found)
    return found
  }
  const left = (account: string) => (quotaOf(account) === 0 ? Number.POSITIVE_INFINITY : used.left(account))

  return {
    projects: (person) =>
      list.all(person.id).map(({ uuid, name, modified, people, protected: isProtected }) => ({
        project_uuid: String(uuid),
        name: String(name),
        region,
        modified: Number(modified),
        ...(Number(people) > 0 && { people: Number(people) }),
        ...(isProtected === 1 && { protected: true as const }),
      })),
    nameOf: (uuid) => (find.get(uuid)?.name as string | undefined) ?? null,
    pathOf: (uuid) => {
      const path = (find.get(uuid)?.path as string | undefined) ?? null
      return path !== null && elsewhere ? join(elsewhere.folder, uuid + suffix) : path
    },
    noted: (path) => noteAt.all(path).map((row) => ({ ...row, clean: row.clean === 1 }) as unknown as Noted),
    note: ({ uuid, path, epoch, head, hash, clean, protected: isProtected }) => {
      if (!mayWrite())
        return ask({ note: { uuid, path, epoch, head, hash, clean, ...(isProtected && { protected: true }) } })
      const before = noteOf.get(uuid)
      const isSame = before?.epoch === epoch && before.head === head
      const modified = isSame ? Number(before.modified) : now()
      // A note that is lost costs a new epoch: it need not wait for the disk.
      behind(() => writeNote.run(uuid, path, epoch, head, hash, clean ? 1 : 0, modified, isProtected ? 1 : 0))
    },
    place: (person, name) => {
      const line = projectName(name)
      if (line === '') return problem({ kind: 'missingProjectName' })
      if (isTaken(person.id, line)) return problem({ kind: 'projectNameTaken' })
      if (hasTooMany(person.id)) return tooMany(person.id)
      return { ok: join(folder, randomBytes(16).toString('hex') + suffix) }
    },
    take: (person, uuid, path, name) =>
      transaction(() => {
        const line = projectName(name)
        if (isTaken(person.id, line)) return problem({ kind: 'projectNameTaken' })
        if (hasTooMany(person.id)) return tooMany(person.id)
        insert.run(uuid, person.id, line, path, now(), now())
        bounds.delete(person.id)
        makeRoom(person.id)
        return { ok: undefined }
      }),
    give: (uuid, account) =>
      transaction(() => {
        const found = find.get(uuid)
        if (!found) return problem({ kind: 'projectNotFound', name: uuid })
        if (used.sizeOf({ uuid, path: String(found.path) }) > left(account))
          return problem({ kind: 'quotaExceeded', most: quotaOf(account) })
        if (isTaken(account, String(found.name))) return problem({ kind: 'projectNameTaken' })
        if (hasTooMany(account)) return tooMany(account)
        for (const each of [account, owner(uuid) ?? '']) bounds.delete(each)
        setOwner.run(account, uuid)
        makeRoom(account)
        return { ok: undefined }
      }),
    rename: (uuid, name) =>
      transaction(() => {
        const line = projectName(name)
        if (line === '') return problem({ kind: 'missingProjectName' })
        if (namedBeside.get(uuid, line)) return problem({ kind: 'projectNameTaken' })
        setName.run(line, uuid)
        return { ok: line }
      }),
    free: (person) => ({ left: left(person.id), of: quotaOf(person.id) }),
    bound: (uuid) => {
      const account = owner(uuid)
      const of = account === undefined ? 0 : quotaOf(account)
      if (account === undefined || of === 0) return null
      const known = bounds.get(account)
      const { bytes } = known && known.until > performance.now() ? known : boundsOf(account)
      return { bytes: bytes.get(uuid) ?? 0, of }
    },
    backupSpace: {
      refuses: (uuid) => {
        const account = owner(uuid)
        const of = account === undefined ? 0 : quotaOf(account)
        const hasRoom = account === undefined || of === 0 || used.hasRoomForBackup(account, uuid)
        return hasRoom ? null : { kind: 'quotaExceeded', most: of }
      },
      changed: (uuid) => {
        used.changed(uuid)
        makeRoom(owner(uuid))
      },
    },
    remove: (uuid) =>
      transaction(() => {
        bounds.delete(owner(uuid) ?? '')
        remove.run(uuid)
        removeNote.run(uuid)
      }),
    discard,
    discardRest: (failed) => {
      if (!mayWrite()) return
      for (const { uuid, path } of discarded.all())
        try {
          discard(String(uuid), String(path))
        } catch (error) {
          failed(error)
        }
    },
  }
}

/** Where copies on their way to somebody lie. */
export const temporaryIn = (data: string): string => join(data, 'temporary')

/** It is a folder's name too, hence nothing but what we make ourselves. */
const isUuid = /^[0-9a-f-]{36}$/

/** One line without what divides paths, and without the suffix of a file, which nobody is shown. */
export const projectName = (name: string): string =>
  cleanLine(name)
    .replace(/[/\\]/g, '-')
    .slice(0, longestTitle)
    .trim()
    .replace(/(\s*\.qrk)+$/i, '')

const megabyte = 1024 * 1024

/** For how long what a person's other projects take is not asked again, in ms. */
const boundFor = 5000
