/**
 * Answers: which backups of a project are kept. The newest of each of the last hours, days and weeks that have one, by the clock of UTC; a week
 * begins on Monday. And the last before a migration: another version of the program may still want it; the one that was put in place last; the last
 * ones that somebody made by hand, and the last of what another was put in the place of, which take no other's place.
 * Promises: the newest ones are always kept; what is kept depends on nothing but the list; dropping the others and asking again keeps the same.
 */
import type { BackupReason } from '../../history.ts'

export const backupsKept = { hours: 24, days: 14, weeks: 8, newest: 3, byHand: 20, before: 20 } as const
/** Bytes that the backups of one project may take together; beyond, the oldest go, but for the newest. */
export const mostBackupBytes = 8 * 1024 ** 3
/** ms between two backups of a project that is worked on. */
export const backupEvery = 3_600_000

const hour = 3_600_000
const day = 24 * hour
/** 1970 began on a Thursday. */
const monday = 4 * day

/** `chosen`: when it was put in the place of the project last. */
interface Listed {
  at: number
  size: number
  reason?: BackupReason
  chosen?: number
}

export function keptBackups<T extends Listed>(backups: readonly T[]): T[] {
  const newest = backups.toSorted((a, b) => b.at - a.at)
  const always = new Set<T>(newest.slice(0, backupsKept.newest))
  const migration = newest.find(({ reason }) => reason === 'migration')
  if (migration) always.add(migration)
  const [chosen] = newest.filter((each) => each.chosen).toSorted((a, b) => (b.chosen ?? 0) - (a.chosen ?? 0))
  if (chosen) always.add(chosen)
  const lastOf = (wanted: BackupReason, most: number) => newest.filter(({ reason }) => reason === wanted).slice(0, most)
  const kept = new Set([...always, ...lastOf('hand', backupsKept.byHand), ...lastOf('before', backupsKept.before)])
  const keepOf = (count: number, slotOf: (at: number) => number) => {
    const slots = new Set<number>()
    for (const backup of newest) {
      if (backup.reason === 'hand' || backup.reason === 'before') continue
      const slot = slotOf(backup.at)
      if (slots.has(slot)) continue
      if (slots.size === count) return
      slots.add(slot)
      kept.add(backup)
    }
  }
  keepOf(backupsKept.hours, (at) => Math.floor(at / hour))
  keepOf(backupsKept.days, (at) => Math.floor(at / day))
  keepOf(backupsKept.weeks, (at) => Math.floor((at - monday) / (7 * day)))
  let bytes = 0
  return newest.filter((backup) => {
    if (!kept.has(backup)) return false
    bytes += backup.size
    return always.has(backup) || bytes <= mostBackupBytes
  })
}
