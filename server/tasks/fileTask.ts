/** What is done to copies of projects in threads of their own: going back, comparing, packing, checking. */
import { randomUUID } from 'node:crypto'
import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RestorePreview } from '../../src/model/history.ts'
import { pushBytes } from '../../src/model/limits.ts'
import { refuse } from '../../src/model/problems.ts'
import { keptBackups } from '../../src/model/rules/projects/keptBackups.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { metaNumber, metaText, setMeta } from '../../wasm/database/meta.ts'
import { downloadSql, serverSql } from '../../wasm/database/migrations/tables.ts'
import { hashOf } from '../base/hashOf.ts'
import { discard } from '../base/unfinished.ts'
import { type NewBackup, type NotedBackup, noteBackup, readBackups, tidyBackups } from '../files/backupFiles.ts'
import {
  type Bringing,
  bringFile,
  type PlacedFile,
  type Placing,
  placeFile,
  type SeenFile,
} from '../files/placeFile.ts'
import { noteReplaced } from '../room/check.ts'
import { notePlaced } from '../room/history.ts'
import { copyMedia, writeSnapshot } from '../room/snapshot.ts'
import { compare, countChat, differing, goBack } from './pastState.ts'

export type FileTask =
  /**
   * What differs between the project in `copy` and what it was after `seq`, or is in the file `version`; the state goes to `out` as JSON.
   * `isWhole`: the file takes the place of all that is there, so that the chat counts too.
   */
  | { do: 'state'; copy: string; seq: number; version?: string; isWhole?: boolean; out: string }
  /** The project of `copy` as it was after `seq`, as a file without private tables but for the sound of recordings. */
  | { do: 'project'; copy: string; seq: number; out: string; withoutSound?: true }
  /** Brings into the file `to`, a state of the project of `copy` that was kept without it, the sound of its recordings. */
  | { do: 'addSound'; copy: string; to: string }
  /** Sees that the file is sound and on the disk. */
  | { do: 'check'; path: string }
  /**
   * A backup as the file that is to take the place of `present`: the beginning of a history of its own, so that no copy takes it for what it
   * has, with the kept versions of `present`. Its first step says `by` whom the backup of the time `at` was put there.
   */
  | { do: 'renew'; backup: string; present: string; out: string; by: string; at: number }
  /** A backup without private tables, as a new project begins. */
  | { do: 'public'; from: string; out: string }
  /** Sees that `part`, in the folder of a project's backups, is sound and on the disk, and makes a backup of it; those that are not kept any more go. */
  | { do: 'keep'; folder: string; part: string; backup: NewBackup }
  /** The hash of its bytes. */
  | { do: 'hash'; path: string }
  /** To and from where a live database must not lie. */
  | ({ do: 'place' } & Placing)
  | ({ do: 'bring' } & Bringing)

interface Checked {
  /** Of the file's bytes. */
  hash: string
  size: number
  /** Its last step; 0 where only the bytes were looked at. */
  seq: number
  /** Of its history; none where only the bytes were looked at. */
  epoch: string
}

export interface TaskResults {
  state: RestorePreview
  project: { size: number }
  addSound: { size: number }
  check: Checked
  keep: NotedBackup
  /** `was`: where the history of `present` stands. */
  renew: { size: number; was: Pick<Checked, 'seq' | 'epoch'> }
  public: { size: number }
  hash: Checked
  place: PlacedFile
  bring: SeenFile
}

/** Throws Refusal stepForgotten, stateTooLarge, backupDamaged, and those of `placeFile` and `bringFile`. */
export function doTask(task: FileTask): TaskResults[FileTask['do']] {
  if (task.do === 'state') return writeState(task)
  if (task.do === 'project') {
    withDb(task.copy, (db) => {
      const { unread } = goBack(db, task.seq)
      // What these texts were is known to who has the key alone.
      if ([...unread.values()].some(({ steps }) => steps.length > 0)) refuse({ kind: 'sealedState' })
      rmSync(task.out, { force: true })
      writeSnapshot(db, task.out, task.withoutSound ? 'silent' : 'download')
    })
    return { size: statSync(task.out).size }
  }
  if (task.do === 'addSound') return addSound(task)
  if (task.do === 'renew') return renew(task)
  if (task.do === 'place') return placeFile(task)
  if (task.do === 'bring') return bringFile(task)
  if (task.do === 'public') {
    // The backup itself is only read.
    const copy = `${task.out}.copy`
    copyFileSync(task.from, copy)
    try {
      withDb(copy, (db) => {
        db.exec(olderLacks)
        writeSnapshot(db, task.out, 'download')
      })
    } finally {
      discard(copy)
    }
    return { size: statSync(task.out).size }
  }
  if (task.do === 'keep') return keep(task)
  // As one file it is other bytes than with a log.
  const found = task.do === 'check' ? checked(task.path) : { seq: 0, epoch: '' }
  return { ...found, ...measured(task.path) }
}

const measured = (path: string) => ({ hash: hashOf(path), size: statSync(path).size })

function keep({ folder, part, backup }: Extract<FileTask, { do: 'keep' }>): NotedBackup {
  const noted = { ...checked(part), ...backup, ...measured(part) }
  renameSync(part, join(folder, `${backup.id}.qrk`))
  noteBackup(folder, noted)
  tidyBackups(folder, new Set(keptBackups(readBackups(folder)).map(({ id }) => id)))
  return noted
}

/** A backup or a version that an older program has made may lack tables of this one. */
const olderLacks = serverSql

function withDb<T>(path: string, body: (db: Db) => T): T {
  const db = openNode(path)
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY')
    return body(db)
  } finally {
    db.close()
  }
}

function writeState({ copy, seq, version, isWhole, out }: Extract<FileTask, { do: 'state' }>): RestorePreview {
  return withDb(copy, (then) =>
    withDb(copy, (now) => {
      // What this connection has begun to read stays as it is, whatever the other one writes.
      now.exec('BEGIN')
      now.one('SELECT 1 FROM sources LIMIT 1')
      const { state, preview } = version
        ? withDb(version, (past) => {
            past.exec(olderLacks)
            now.exec('COMMIT')
            const found = compare(now, past, differing(now, version), seq)
            if (isWhole) countChat(found.preview, now, past)
            return found
          })
        : compare(now, then, goBack(then, seq), seq)
      const text = JSON.stringify(state)
      if (text.length > pushBytes / 2) refuse({ kind: 'stateTooLarge' })
      writeFileSync(out, text)
      return preview
    }),
  )
}

function addSound({ copy, to }: Extract<FileTask, { do: 'addSound' }>): { size: number } {
  withDb(copy, (db) => {
    db.run('ATTACH DATABASE ? AS copy', [to])
    db.exec(downloadSql('copy.'))
    db.transaction(() => copyMedia(db, 'copy.recordings'))
    db.exec('DETACH DATABASE copy')
  })
  return { size: statSync(to).size }
}

function renew({ backup, present, out, by, at }: Extract<FileTask, { do: 'renew' }>): TaskResults['renew'] {
  copyFileSync(backup, out)
  const state = withDb(out, (db) => {
    db.exec('PRAGMA journal_mode = DELETE')
    db.exec(olderLacks)
    db.run('ATTACH DATABASE ? AS present', [present])
    const meta = (key: string) =>
      db.one<{ value: string }>('SELECT value FROM present._meta WHERE key = ?', [key])?.value ?? ''
    const [was, seq] = [meta('epoch'), Number(meta('head'))]
    db.transaction(() => {
      notePlaced(db, { author: by, backup: at, was }, Date.now())
      setMeta(db, 'epoch', randomUUID())
      noteReplaced(db)
      for (const [table, key] of [
        ['_versions', 'id'],
        ['_version_parts', 'version'],
      ] as const)
        db.exec(`INSERT OR REPLACE INTO "${table}" SELECT * FROM present."${table}"
WHERE "${key}" IN (SELECT id FROM present._versions WHERE size > 0)`)
    })
    db.exec('DETACH DATABASE present')
    return { seq, epoch: was }
  })
  return { size: statSync(out).size, was: state }
}

function checked(path: string): Pick<Checked, 'seq' | 'epoch'> {
  const found = withDb(path, (db) => {
    // As one file, without a log beside it.
    db.exec('PRAGMA journal_mode = DELETE')
    const found = db.one<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check
    if (found !== 'ok') refuse({ kind: 'backupDamaged' })
    // A project that is only just to be has none.
    const isOwn = db.one(`SELECT 1 FROM sqlite_schema WHERE name = '_meta'`) !== undefined
    return isOwn ? { seq: metaNumber(db, 'head'), epoch: metaText(db, 'epoch') } : { seq: 0, epoch: '' }
  })
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return found
}
