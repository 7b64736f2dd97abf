/**
 * The tries of `tries.ts` in the accounts database, by hashes of what was tried from where. What was taken in the second before a kill is
 * lost: nobody but the operator can kill the server.
 */
import type { CloudDatabase } from '../database.ts'
import type { LeftTries, TriesKeeper } from './tries.ts'

/** `now`: ms since 1970. A clock that went back lets nobody in: as much as was left then is left. */
export function openKeptTries(
  { db, transaction, mayWrite = () => true }: CloudDatabase,
  now: () => number,
  failed: (error: unknown) => void,
): TriesKeeper {
  const all = db.prepare('SELECT key, remaining AS "left", most, every, at FROM tries ORDER BY at')
  const put = db.prepare('INSERT OR REPLACE INTO tries (key, remaining, most, every, at) VALUES (?, ?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM tries WHERE key = ?')
  // Of keys that were never tried again.
  const sweep = db.prepare('DELETE FROM tries WHERE at + (most - remaining) * every * 1000 < ?')
  return {
    read: () => {
      sweep.run(now())
      return all.all().map(({ at, ...row }) => ({ ...row, age: Math.max(0, now() - Number(at)) }) as LeftTries)
    },
    write: (changed, gone) => {
      // They count where accounts are changed.
      if (!mayWrite()) return
      try {
        transaction(() => {
          for (const { key, left, most, every, age } of changed) put.run(key, left, most, every, now() - age)
          for (const key of gone) remove.run(key)
        })
      } catch (error) {
        // They still count in memory.
        failed(error)
      }
    },
  }
}
