/** `thicket admin cluster`: several nodes as a whole, and the way from one server to them and back. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isProblem } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { hashOf } from '../base/hashOf.ts'
import { waitingDeeds } from '../base/operatorLog.ts'
import type { Guest } from '../cluster/guest.ts'
import { accountsUuid, isThere } from '../cluster/tables.ts'
import { isFolderName, type NotedBackup, noteBackup, readBackups } from '../files/backupFiles.ts'
import { suffix } from '../files/projectFile.ts'
import { keptLines, openAuditFile } from '../hosts/cloud/audit/auditFile.ts'
import { accountsLayout, openCloudDatabase } from '../hosts/cloud/database.ts'
import { fileKinds, filesIn, type KeptFiles } from '../hosts/cloud/keptFiles.ts'
import { isServed } from '../running/control.ts'
import { print, say } from './output.ts'

type Action = (guest: Guest, word: string) => Promise<number>

export const clusterActions: Readonly<Record<string, { takes: 'nothing' | 'folder' | 'address'; run: Action }>> = {
  nodes: { takes: 'nothing', run: nodes },
  drain: { takes: 'address', run: drain },
  check: { takes: 'nothing', run: check },
  'move-in': { takes: 'folder', run: moveIn },
  'move-out': { takes: 'folder', run: moveOut },
}

interface NodeRow {
  address: string
  version: string
  draining: boolean
  there: boolean
  projects: number
  accounts: boolean
}

async function nodes({ truth: { sql } }: Guest): Promise<number> {
  const rows = await sql<NodeRow[]>`SELECT address, version, draining, ${sql.unsafe(isThere)} AS there,
(SELECT count(*)::int FROM project WHERE node = n.id AND uuid <> ${accountsUuid}) AS projects,
EXISTS (SELECT 1 FROM project WHERE node = n.id AND uuid = ${accountsUuid}) AS accounts FROM node n WHERE address <> '' ORDER BY address`
  for (const { address, version, draining, there, projects, accounts } of rows) {
    const states = [there ? (draining ? 'leaving' : 'there') : 'gone', ...(accounts ? ['changes accounts'] : [])]
    await print(`${address}\t${version}\t${projects} projects open\t${states.join(', ')}\n`)
  }
  return 0
}

async function drain(guest: Guest, address: string): Promise<number> {
  const answer = await guest.call(address.replace(/\/+$/, ''), '/node/drain').catch(() => null)
  if (!answer?.ok) return fail(`no node of this cluster answers at ${address}`)
  say(`${address} is not ready from now on: nobody is sent to it any more. Stop it when its people have left.`)
  return 0
}

const uuidsOf = async ({ truth: { sql } }: Guest): Promise<string[]> => {
  const rows = await sql<{ uuid: string }[]>`SELECT uuid FROM project WHERE uuid <> ${accountsUuid} ORDER BY uuid`
  return rows.map(({ uuid }) => uuid)
}

/** Whether each project can be made of what is kept of it, and is sound with its backups. */
async function check(guest: Guest): Promise<number> {
  let broken = 0
  const all = [accountsUuid, ...(await uuidsOf(guest))]
  for (const uuid of all) {
    const path = join(guest.folder, `${uuid}.check`)
    if (uuid === accountsUuid) await guest.accounts()
    const damage = uuid === accountsUuid ? null : await damageOf(guest, uuid, path)
    const faults = [...(damage === null ? [] : [damage]), ...(await damagedBackups(guest, uuid))]
    rmSync(path, { force: true })
    if (faults.length === 0) continue
    broken += 1
    for (const line of faults) say(`thicket: ${uuid}: ${line}`)
  }
  say(`${all.length - 1} projects and the accounts were read, ${broken} of them not sound.`)
  return broken === 0 ? 0 : 1
}

/** Writes a project to a new file; why it is not sound, or cannot be made of what is kept of it: then nothing of it stays. */
async function damageOf(guest: Guest, uuid: string, path: string): Promise<string | null> {
  const read = await guest.readProject(uuid, path)
  const found = isProblem(read) ? JSON.stringify(read.problem) : integrity(path)
  if (found === 'ok') return null
  rmSync(path, { force: true })
  return found
}

/** Those whose bytes are not what was written, each in some words. */
async function damagedBackups({ backups, folder }: Guest, uuid: string): Promise<string[]> {
  const damaged: string[] = []
  for (const backup of await backups.list(uuid)) {
    const path = join(folder, `${uuid}.backup`)
    if ((await writtenBackup(backups, uuid, backup, path)) === 'damaged') damaged.push(damagedLine(backup))
    rmSync(path, { force: true })
  }
  return damaged
}

const damagedLine = ({ id }: NotedBackup): string => `its backup ${id} is damaged`

/** Writes one to a new file, of which nothing stays where its bytes are not those that were kept. */
async function writtenBackup(
  backups: Guest['backups'],
  uuid: string,
  { id, hash }: NotedBackup,
  path: string,
): ReturnType<Guest['backups']['write']> {
  const written = await backups.write(uuid, id, path)
  if (written === 'none' || (written === 'written' && hashOf(path) === hash)) return written
  rmSync(path, { force: true })
  return 'damaged'
}

function layoutOf(path: string): number {
  const db = openNode(path, { readOnly: true })
  try {
    return db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  } finally {
    db.close()
  }
}

function integrity(path: string): string {
  try {
    const db = openNode(path, { readOnly: true })
    try {
      return String(db.one<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check)
    } finally {
      db.close()
    }
  } catch (error) {
    return String(error)
  }
}

/** A server's folder becomes what nodes have; the server is stopped, and its folder stays as it is. */
async function moveIn(guest: Guest, word: string): Promise<number> {
  const from = resolve(word)
  const accounts = join(from, 'accounts.sqlite')
  if (!existsSync(accounts)) return fail(`there is no server’s folder at ${from}`)
  if (await isServed(from)) return fail(`a server runs on ${from}: stop it first`)
  const { truth, folder } = guest
  if ((await uuidsOf(guest)).length > 0) return fail('this database has projects already')
  const copy = join(folder, 'moving.sqlite')
  copyInto(accounts, copy)
  // As new as this program has it.
  const database = openCloudDatabase(copy)
  const projects = database.db.prepare('SELECT uuid, path FROM projects').all() as { uuid: string; path: string }[]
  database.close()
  for (const { uuid, path } of projects) {
    const whole = join(folder, `${uuid}.moving`)
    copyInto(path, whole)
    await truth.create(uuid, whole, layoutOf(whole))
    const kept = join(from, 'backups', uuid)
    for (const backup of isFolderName(uuid) ? readBackups(kept) : [])
      await guest.backups.put(uuid, backup, join(kept, `${backup.id}.qrk`), 0)
  }
  const isMoved = (await truth.create(accountsUuid, copy, accountsLayout)) || (await replaceAccounts(guest, copy))
  if (!isMoved) return fail('this database has accounts already, or a node runs')
  await filesMoved(from, guest, (here, there) => [here, there])
  await guest.audit.takeOver(keptLines(from))
  // No server has heard of these yet.
  for (const deed of waitingDeeds(from)) guest.note(deed)
  say(
    `${projects.length} projects and the accounts of ${from} are in the database. What was there stays, and is not used any more.`,
  )
  return 0
}

/** Of a database on which nodes have been started that nobody has used. */
async function replaceAccounts(guest: Guest, copy: string): Promise<boolean> {
  const { truth } = guest
  const { db } = await guest.accounts()
  if (db.prepare('SELECT 1 FROM accounts LIMIT 1').get()) return false
  const leased = await truth.lease(accountsUuid, () => {}, accountsLayout)
  if (isProblem(leased)) return false
  await truth.putBase(accountsUuid, copy, { instead: true })
  await truth.release(accountsUuid)
  return true
}

/**
 * What nodes have becomes a folder that `thicket serve` opens. What is damaged is left out; a project whose file is left out is known there and said to be
 * missing, and its backups go along, for one of them to be put in its place.
 */
async function moveOut(guest: Guest, word: string): Promise<number> {
  const to = resolve(word)
  if (existsSync(to) && readdirSync(to).length > 0) return fail(`${to} is not empty`)
  mkdirSync(join(to, 'projects'), { recursive: true, mode: 0o700 })
  const { db } = await guest.accounts()
  const projects = db.prepare('SELECT uuid FROM projects').all() as { uuid: string }[]
  const left = { projects: 0, backups: 0 }
  for (const { uuid } of projects) {
    const path = join(to, 'projects', uuid + suffix)
    const damage = await damageOf(guest, uuid, path)
    if (damage !== null) {
      left.projects += 1
      say(`thicket: ${uuid}: ${damage}`)
    }
    db.prepare('UPDATE projects SET path = ? WHERE uuid = ?').run(path, uuid)
    for (const backup of await guest.backups.list(uuid)) {
      const kept = join(to, 'backups', uuid)
      mkdirSync(kept, { recursive: true, mode: 0o700 })
      const written = await writtenBackup(guest.backups, uuid, backup, join(kept, `${backup.id}.qrk`))
      if (written === 'written') noteBackup(kept, backup)
      if (written !== 'damaged') continue
      left.backups += 1
      say(`thicket: ${uuid}: ${damagedLine(backup)}`)
    }
  }
  // Files that have moved are another history than was noted: whoever has a copy reads the project anew.
  db.exec('DELETE FROM notes')
  db.prepare('VACUUM INTO ?').run(join(to, 'accounts.sqlite'))
  await filesMoved(to, guest, (here, there) => [there, here])
  const audit = openAuditFile(to)
  for await (const lines of guest.audit.all()) for (const line of lines) audit.add(line)
  await audit.close()
  const moved = projects.length - left.projects
  say(`${moved} projects and the accounts are in ${to}, for “thicket serve” with THICKET_DATA=${to}.`)
  if (left.projects + left.backups === 0) return 0
  return fail(`${left.projects} damaged projects and ${left.backups} damaged backups were left out; all else was moved`)
}

/** Copies what is kept beside the accounts; `way`: from where to where, of the folder and the nodes. */
async function filesMoved(
  folder: string,
  guest: Guest,
  way: (here: KeptFiles, there: KeptFiles) => [from: KeptFiles, to: KeptFiles],
): Promise<void> {
  for (const kind of fileKinds) {
    const [from, to] = way(filesIn(join(folder, kind)), guest.files(kind))
    for (const name of await from.names()) {
      const file = await from.open(name)
      // It moves from where it is copied to.
      const copy = join(guest.folder, 'moving')
      if (!file) continue
      copyFileSync(file.path, copy)
      file.close()
      await to.put(name, copy)
    }
  }
}

/** With what lies in its log beside it. */
function copyInto(from: string, to: string): void {
  const db = new DatabaseSync(from)
  try {
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
}

function fail(line: string): number {
  say(`thicket: ${line}`)
  return 1
}
