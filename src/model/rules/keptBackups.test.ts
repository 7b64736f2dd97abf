import { describe, expect, test } from 'vitest'
import { backupsKept, keptBackups, mostBackupBytes } from './keptBackups.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 10, 21, 15, 30)
const made = (at: number, size = 1000) => ({ at, size })
const times = (list: readonly { at: number }[]) => list.map(({ at }) => at)

describe('which backups are kept', () => {
  test('the newest of each of 24 hours, 14 days and 8 weeks', () => {
    // One each ten minutes for a year, as nobody would make them.
    const all = Array.from({ length: 365 * 144 }, (_, n) => made(now - n * 600_000))
    const kept = times(keptBackups(all))
    expect(kept.slice(0, 3)).toEqual([now, now - 600_000, now - 1_200_000])
    const hours = new Set(kept.filter((at) => at > now - day).map((at) => Math.floor(at / hour)))
    expect(hours.size).toBe(backupsKept.hours)
    const days = new Set(kept.map((at) => Math.floor(at / day)))
    for (let n = 0; n < backupsKept.days; n += 1) expect(days.has(Math.floor(now / day) - n)).toBe(true)
    // The eighth week begins seven Mondays before that of this one.
    expect(Math.min(...kept)).toBeGreaterThan(now - 8 * 7 * day)
    expect(Math.min(...kept)).toBeLessThan(now - 6 * 7 * day)
    expect(kept.length).toBeLessThanOrEqual(3 + backupsKept.hours + backupsKept.days + backupsKept.weeks)
  })

  test('of a project that is seldom worked on, the last ones, however old', () => {
    const seldom = [0, 1, 2, 3, 4].map((years) => made(now - years * 365 * day))
    expect(keptBackups(seldom)).toEqual(seldom)
  })

  test('asked again, it keeps the same; added to day by day, it never loses more than it should', () => {
    let list: { at: number; size: number }[] = []
    for (let at = now; at < now + 120 * day; at += 5 * hour) {
      list = keptBackups([...list, made(at)])
      expect(keptBackups(list)).toEqual(list)
    }
    const days = new Set(times(list).map((at) => Math.floor(at / day)))
    const last = Math.floor(Math.max(...times(list)) / day)
    for (let n = 0; n < backupsKept.days; n += 1) expect(days.has(last - n)).toBe(true)
    const weeks = new Set(times(list).map((at) => Math.floor((at - 4 * day) / (7 * day))))
    expect(weeks.size).toBeGreaterThanOrEqual(backupsKept.weeks)
  })

  test('together they take no more than they may, but for the newest', () => {
    const large = Array.from({ length: 10 }, (_, n) => made(now - n * day, mostBackupBytes / 2.5))
    expect(keptBackups(large)).toEqual(large.slice(0, 3))
    expect(
      keptBackups([
        made(now, 1),
        made(now - day, 1),
        made(now - 2 * day, 1),
        made(now - 3 * day, mostBackupBytes),
        made(now - 4 * day, 1),
      ]).map(({ at }) => (now - at) / day),
    ).toEqual([0, 1, 2])
  })
})
