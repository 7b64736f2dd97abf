/**
 * What a database of Node tells of its changes: changesets of SQLite's session extension. They name rows by their primary keys, so that tables
 * without one are left out, and they carry everything: no rule of the program is asked again where they are taken.
 */
import { constants, type DatabaseSync, type Session } from 'node:sqlite'

export interface Recorder {
  /** So many rows were changed by one statement. */
  changed(rows: number): void
  changes(): Uint8Array | 'all' | null
}

/**
 * Rows above which nothing is recorded any more until the next `changes`: a session finds a row by a hash that is the same for many of our ids, so
 * that each costs more than the one before (80,000: 11 s).
 */
const mostRows = 20_000

/** Records from here on what happens to the main database of the connection. */
export function recordChanges(database: DatabaseSync): Recorder {
  let session: Session | null = database.createSession()
  let rows = 0
  return {
    changed: (more) => {
      rows += more
      if (rows <= mostRows) return
      session?.close()
      session = null
    },
    changes: () => {
      const set = session?.changeset() ?? null
      if (set?.byteLength === 0) return null
      session?.close()
      session = database.createSession()
      rows = 0
      return set ?? 'all'
    },
  }
}

/** Does what a changeset says; returns the tables that it changes. Throws where it does not fit, and then nothing is done. */
export function takeChanges(database: DatabaseSync, changeset: Uint8Array): Set<string> {
  const tables = new Set<string>()
  const isTaken = database.applyChangeset(changeset, {
    filter: (table) => {
      tables.add(table)
      return true
    },
    onConflict: () => constants.SQLITE_CHANGESET_ABORT,
  })
  if (!isTaken) throw new Error('a changeset does not fit the database that it was given to')
  return tables
}
