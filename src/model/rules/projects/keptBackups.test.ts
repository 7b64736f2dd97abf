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

  test('the one that was put in place last, whatever others there are', () => {
    const many = Array.from({ length: 30 }, (_, n) => made(now - n * 60_000))
    const chosen = many.map((backup, n) => (n === 9 || n === 20 ? { ...backup, chosen: now - n } : backup))
    const kept = keptBackups(chosen)
    expect(kept).toContain(chosen[9])
    expect(kept).not.toContain(chosen[20])
    expect(keptBackups(kept)).toEqual(kept)
  })

  test.each([
    ['made by hand', 'hand', backupsKept.byHand],
    ['that another was put in the place of', 'before', backupsKept.before],
  ] as const)('those %s stay, and take no other away, up to a number', (_, reason, most) => {
    const own = made(now - 19_500)
    const asked = Array.from({ length: 25 }, (_, n) => ({ ...made(now - n * 1000), reason }))
    const kept = keptBackups([...asked, own, made(now - hour), made(now - hour - 1)])
    expect(times(kept)).toEqual([...times(asked.slice(0, most)), own.at, now - hour])
    expect(keptBackups(kept)).toEqual(kept)
    expect(keptBackups(asked)).toEqual(asked.slice(0, most))
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

  test('of a project worked on every day for ten weeks there is one of each of the last 14 days, then of each week; their number is bounded', () => {
    let list: { at: number; size: number }[] = []
    let most = 0
    for (let n = 0; n < 70; n += 1)
      for (const at of [9, 10, 11, 14, 15]) {
        list = keptBackups([...list, made(now + n * day + at * hour)])
        most = Math.max(most, list.length)
      }
    const last = Math.floor(Math.max(...times(list)) / day)
    const ages = [...new Set(times(list).map((at) => last - Math.floor(at / day)))].toSorted((a, b) => a - b)
    expect(ages.slice(0, 14)).toEqual(Array.from({ length: 14 }, (_, age) => age))
    // Older ones: the last of their weeks.
    expect(ages.slice(14).every((age, i, older) => i === 0 || age - (older[i - 1] as number) === 7)).toBe(true)
    expect(Math.max(...ages)).toBeLessThan(8 * 7)
    expect(most).toBeLessThanOrEqual(3 + backupsKept.hours + backupsKept.days + backupsKept.weeks)
  })

  test('the last before a migration stays, however old and however large', () => {
    const migration = { ...made(now - 400 * day, 2 * mostBackupBytes), reason: 'migration' as const }
    const daily = Array.from({ length: 30 }, (_, n) => ({ ...made(now - n * day), reason: 'close' as const }))
    expect(keptBackups([...daily, migration, { ...migration, at: now - 500 * day }])).toContainEqual(migration)
    expect(
      keptBackups([...daily, { ...migration, at: now - 500 * day }, migration]).filter(
        ({ reason }) => reason === 'migration',
      ),
    ).toHaveLength(1)
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
