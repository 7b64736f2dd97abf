/**
 * A node's own copy of the accounts, in one of two states: it follows, and then only what the log says is written to it; or it leads, and then whatever
 * is written to it is recorded for the log.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type Recorder, recordChanges, takeChanges } from '../../wasm/database/boot/nodeChanges.ts'
import { type CloudDatabase, openCloudDatabase } from '../hosts/cloud/database.ts'

export interface AccountsCopy {
  readonly opened: CloudDatabase
  leads(): boolean
  follow(): void
  lead(): void
  /** While it leads: what was written since this was asked last; 'all': too much to be told one by one. */
  changes(): Uint8Array | 'all' | null
  /** While it follows: brings in what others have done, in its order. Returns the tables that were changed. Throws where that does not fit. */
  bringIn(sets: readonly Uint8Array[]): Set<string>
  /** While it leads: the same with what was done on another copy, and is recorded here. False: it does not fit. */
  takeOver(set: Uint8Array): boolean
  /** While it follows: the rows are those of the file at `path`, which has the same tables. */
  replaceBy(path: string): void
  /** Writes all of it to a new file. */
  writeTo(path: string): void
  /** `body` may write; while it follows nothing stays of that. */
  trial<T>(body: () => T): T
  close(): void
}

/** Of the file at `path`; it follows. */
export function openAccountsCopy(path: string): AccountsCopy {
  const opened = openCloudDatabase(path)
  const { db } = opened
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all() as {
    name: string
    sql: string
  }[]
  let recorder: Recorder | undefined

  /** A log says itself what triggers and cascades have done. */
  const withoutRules = () => {
    db.exec('PRAGMA foreign_keys = OFF')
    for (const { name } of triggers) db.exec(`DROP TRIGGER IF EXISTS "${name}"`)
  }
  const withRules = () => {
    db.exec('PRAGMA foreign_keys = ON')
    for (const { name, sql } of triggers) {
      db.exec(`DROP TRIGGER IF EXISTS "${name}"`)
      db.exec(sql)
    }
  }
  const follow = () => {
    recorder = undefined
    db.exec('PRAGMA query_only = OFF')
    withoutRules()
    db.exec('PRAGMA query_only = ON')
  }
  const written = <T>(body: () => T): T => {
    db.exec('PRAGMA query_only = OFF')
    try {
      return body()
    } finally {
      if (!recorder) db.exec('PRAGMA query_only = ON')
    }
  }

  db.exec('PRAGMA synchronous = OFF')
  follow()
  return {
    opened,
    leads: () => recorder !== undefined,
    follow,
    lead: () => {
      db.exec('PRAGMA query_only = OFF')
      withRules()
      recorder = recordChanges(db)
    },
    changes: () => recorder?.changes() ?? null,
    bringIn: (sets) =>
      written(() => {
        const tables = new Set<string>()
        for (const set of sets) for (const table of takeChanges(db, set)) tables.add(table)
        return tables
      }),
    takeOver: (set) => {
      withoutRules()
      try {
        takeChanges(db, set)
        return true
      } catch {
        return false
      } finally {
        withRules()
      }
    },
    replaceBy: (from) => written(() => replaceRows(db, from)),
    writeTo: (to) => written(() => db.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`)),
    trial: (body) => {
      if (recorder) return body()
      db.exec('PRAGMA query_only = OFF; BEGIN')
      try {
        return body()
      } finally {
        db.exec('ROLLBACK; PRAGMA query_only = ON')
      }
    },
    close: () => db.close(),
  }
}

/** The rows of all tables are those of the file at `path`, which has the same tables. */
function replaceRows(db: DatabaseSync, path: string): void {
  db.prepare('ATTACH ? AS fresh').run(path)
  try {
    db.exec('BEGIN IMMEDIATE')
    const tables = db
      .prepare(`SELECT name FROM fresh.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all() as { name: string }[]
    for (const { name } of tables) {
      const columns = (db.prepare(`SELECT name FROM pragma_table_info(?)`).all(name) as { name: string }[])
        .map((column) => `"${column.name}"`)
        .join(', ')
      db.exec(
        `DELETE FROM main."${name}"; INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM fresh."${name}"`,
      )
    }
    db.exec('COMMIT')
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK')
    db.exec('DETACH fresh')
  }
}
