/**
 * The backups that a server makes by itself, each in a process of its own, so that nobody waits for it: `thicket admin backup-now` makes one in the
 * second place and takes away those whose term is over, `thicket admin try-restore` restores the newest into a folder that goes again, and looks at
 * all that is in it.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandSettings } from '../base/settings/settings.ts'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { secondPlaceProblem } from '../running/secondPlace.ts'
import { backup, check, readBackup, restoreInto } from './backup.ts'
import { print, say } from './output.ts'

const day = 24 * 60 * 60_000
/** As `2026-11-27T02-00-00Z`: nothing else in that folder is ours. */
const ours = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

const nameOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
const timeOf = (name: string): number => Date.parse(name.replace(ours, '$1T$2:$3:$4Z'))

/** The newest first. */
const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => ours.test(name))
    .sort()
    .reverse()

/** Takes away those that are older than their term. The newest stays, however old: there is no other. */
export function endTerm(folder: string, days: number, now = Date.now()): void {
  for (const name of backupsIn(folder).slice(1))
    if (timeOf(name) < now - days * day) rmSync(join(folder, name), { recursive: true, force: true })
}

/** `thicket admin backup-now`. `by`: left out: the operator has called it. Exit codes: 0 all is there, 1 something is not. */
export async function backupNow(by?: 'server'): Promise<number> {
  const { backupTo, backupKey, backupDays } = readCommandSettings()
  if (backupTo === undefined) return fail('THICKET_BACKUP_TO does not say where backups go')
  const missing = await secondPlaceProblem(backupTo)
  if (missing !== null) return fail(missing)
  const code = await backup(join(backupTo, nameOf(Date.now())), backupKey, by)
  if (code === 0) endTerm(backupTo, backupDays)
  return code
}

/** `thicket admin try-restore`. Exit codes: 0 all of it is there and sound, 1 it is not. */
export async function tryRestore(): Promise<number> {
  const { backupTo, backupKey, data } = readCommandSettings()
  if (backupTo === undefined) return fail('THICKET_BACKUP_TO does not say where backups go')
  const missing = await secondPlaceProblem(backupTo)
  if (missing !== null) return fail(missing)
  const [newest] = backupsIn(backupTo)
  if (newest === undefined) return fail(`there is no backup in ${backupTo}`)
  const place = join(data, 'temporary', `restore-${process.pid}`)
  try {
    const read = await readBackup(join(backupTo, newest), backupKey)
    if (typeof read === 'string') return fail(read)
    mkdirSync(place, { recursive: true, mode: 0o700 })
    const failed = (await restoreInto(place, read)) ?? unsound(place)
    if (failed !== null) return fail(failed)
    await print(`${newest}: ${read.list.files.filter(({ path }) => path.startsWith('projects/')).length} projects\n`)
    return 0
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** What is wrong with what was restored; null: nothing. */
function unsound(place: string): string | null {
  const database = openCloudDatabase(join(place, 'accounts.sqlite'))
  try {
    for (const row of database.db.prepare('SELECT uuid, path FROM projects').all()) {
      const path = String(row.path)
      const found = existsSync(path) ? check(path) : 'is missing'
      if (found !== null) return `project ${String(row.uuid)} of the backup: ${found}`
    }
    const { quick_check: found } = database.db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    return found === 'ok' ? null : `the accounts of the backup: ${found}`
  } finally {
    database.close()
  }
}

function fail(line: string): number {
  say(`thicket: ${line}`)
  return 1
}
