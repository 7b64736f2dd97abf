/**
 * How a browser's copy of an earlier layout becomes one of today's, where it lies: what waits in it and was set aside, the history of each tab and
 * what was read are nowhere else, so that it is never given up for a fresh snapshot.
 */
import { refuse } from '../../../src/model/problems.ts'
import type { Db } from '../db.ts'
import { publicSql } from './tables.ts'

/** The first makes layout 2 of layout 1, the next layout 3 of it, and so on: as many as `layoutVersion` counts after the first. */
export const copyLayouts: readonly ((db: Db) => void)[] = [
  // Recordings and transcripts.
  (db) => db.exec(publicSql()),
]

/** In one transaction: where a step throws, the copy is as it was. Refuses `newerCopy`. */
export function toThisLayout(db: Db, layouts = copyLayouts): void {
  const version = layoutOf(db)
  const newest = layouts.length + 1
  if (version > newest) refuse({ kind: 'newerCopy' })
  if (version === newest) return
  db.transaction(() => {
    for (const change of layouts.slice(version - 1)) change(db)
    db.exec(`PRAGMA user_version = ${newest}`)
  })
}

const layoutOf = (db: Db): number => db.one<{ user_version: number }>('PRAGMA user_version')?.user_version || 1
