import { afterEach, describe, expect, test } from 'vitest'
import {
  activated,
  asksActivation,
  daysLeft,
  extended,
  mostExtensionDays,
  newTrial,
  releaseOf,
  skipped,
  type Trial,
  trialOf,
} from './trial.ts'

const day = 86_400_000
const zoneBefore = process.env.TZ
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ
  else process.env.TZ = zoneBefore
})

/** Half hours, no summer time, summer time of both halves of the earth, a day left out (Apia, 2011-12-30). */
const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']

/** mulberry32 */
function seeded(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

function drawn(next: (most: number) => number): { trial: Trial; now: number } {
  const now = Date.UTC(1990 + next(60), next(12), 1 + next(28), next(24), next(60), next(60), next(1000))
  const trialStarted = next(5) === 0 ? null : now - (next(40 * day) - 5 * day)
  return {
    now,
    trial: {
      trial: next(4) > 0,
      trialStarted,
      trialExtensionDays: next(3) === 0 ? next(60) : 0,
      activationSkipped: next(2) === 0,
    },
  }
}

describe('2 §4, trial', () => {
  test('remaining days are 14 minus whole days since the start, plus those of an extension; 14 without a start', () => {
    const at = Date.UTC(2026, 2, 1, 12)
    const left = (since: number, extension = 0) =>
      daysLeft({ ...newTrial, trialStarted: at - since, trialExtensionDays: extension }, at)
    expect(daysLeft(newTrial, at)).toBe(14)
    expect(daysLeft({ ...newTrial, trialExtensionDays: 30 }, at)).toBe(14)
    expect([left(0), left(day - 1), left(day), left(13 * day), left(14 * day - 1)]).toEqual([14, 14, 13, 1, 1])
    expect([left(14 * day), left(15 * day), left(14 * day, 7), left(21 * day, 7)]).toEqual([0, -1, 7, 0])
    // A clock that was set back gives no more than there was.
    expect(left(-100 * day)).toBe(14)
  })

  test('starts as a trial that asks for activation; skipped, it asks when no days are left; activated, never', () => {
    const at = Date.UTC(2026, 0, 1)
    expect(asksActivation(newTrial, at)).toBe(true)
    const begun = skipped(newTrial, at)
    expect(begun).toEqual({ ...newTrial, trialStarted: at, activationSkipped: true })
    expect([0, 14 * day - 1, 14 * day].map((later) => asksActivation(begun, at + later))).toEqual([false, false, true])
    expect(asksActivation(activated(newTrial), at)).toBe(false)
    expect(asksActivation(activated(begun), at + 1000 * day)).toBe(false)
  })

  test('a release with a major version is activated; else its date is the start, its minor version the extension', () => {
    const release = { releaseMajorVersion: 0, releaseDate: 1_700_000_000_000, releaseMinorVersion: 9 }
    expect(trialOf(release, true)).toEqual({
      trial: true,
      trialStarted: 1_700_000_000_000,
      trialExtensionDays: 9,
      activationSkipped: true,
    })
    for (const releaseMajorVersion of [1, 2, 47]) {
      expect(trialOf({ ...release, releaseMajorVersion }, false).trial).toBe(false)
      expect(asksActivation(trialOf({ ...release, releaseMajorVersion }, false), 9e12)).toBe(false)
    }
  })

  test('an extension moves a start of more than 14 days ago to 14 days before now, and no other', () => {
    const at = Date.UTC(2026, 9, 25, 0, 30)
    const of = (since: number) => extended({ ...newTrial, trialStarted: at - since }, 5, at)
    expect(of(14 * day).trialStarted).toBe(at - 14 * day)
    expect(of(14 * day + 1).trialStarted).toBe(at - 14 * day)
    expect(of(3 * day).trialStarted).toBe(at - 3 * day)
    expect([daysLeft(of(900 * day), at), daysLeft(of(3 * day), at)]).toEqual([5, 16])
  })

  test('for 4,000 drawn trials (seed 14): skips stay, activation stays, extensions last as long as they say', () => {
    const next = seeded(14)
    for (let n = 0; n < 4000; n += 1) {
      const { trial, now } = drawn(next)
      const days = next(mostExtensionDays + 1)
      const more = extended(trial, days, now)
      for (const after of [skipped(trial, now), skipped(more, now + day), more]) {
        expect(after.activationSkipped).toBe(true)
        expect(after.trial).toBe(trial.trial)
        expect(after.trialStarted).not.toBeNull()
      }
      // Skipped again it is what it was.
      expect(skipped(skipped(trial, now), now + 99 * day)).toEqual(skipped(trial, now))
      expect(daysLeft(more, now)).toBeGreaterThanOrEqual(days)
      expect(daysLeft(more, now)).toBeLessThanOrEqual(days + 14)
      expect(now - Number(more.trialStarted)).toBeLessThanOrEqual(14 * day)
      expect(trialOf(releaseOf(trial), trial.activationSkipped)).toEqual(trial)
      // Day by day there is one less.
      const begun = { ...trial, trialStarted: now }
      const later = next(100)
      expect(daysLeft(begun, now + later * day + next(day))).toBe(14 + trial.trialExtensionDays - later)
      expect(asksActivation(activated(more), now + 1e12)).toBe(false)
    }
  })

  test('is the same in every time zone, over summer time and a day that was left out', () => {
    const year = (zone: string) => {
      process.env.TZ = zone
      const next = seeded(365)
      const counted: unknown[] = []
      for (const start of [Date.UTC(2011, 11, 20, 10), Date.UTC(2026, 2, 20, 23, 30), Date.UTC(2026, 9, 20, 1)])
        for (let hour = 0; hour < 20 * 24; hour += 1) {
          const begun = { ...newTrial, trialStarted: start + next(1000), activationSkipped: true }
          const now = start + hour * 3_600_000
          counted.push([daysLeft(begun, now), asksActivation(begun, now), extended(begun, 3, now)])
        }
      return { counted, offset: new Date(Date.UTC(2026, 6, 1)).getTimezoneOffset() }
    }
    const all = zones.map(year)
    // They were other zones indeed.
    expect(new Set(all.map(({ offset }) => offset)).size).toBe(zones.length)
    for (const { counted } of all) expect(counted).toEqual(all[0]?.counted)
  })

  test.each(zones)('in %s 14 days are 14 times 24 hours, whatever the clock on the wall says', (zone) => {
    process.env.TZ = zone
    for (let month = 0; month < 12; month += 1)
      for (let date = 1; date <= 28; date += 1) {
        const start = new Date(2026, month, date, 9)
        const same = new Date(2026, month, date + 14, 9)
        const begun = skipped(newTrial, start.getTime())
        const isOver = same.getTime() - start.getTime() >= 14 * day
        expect(daysLeft(begun, same.getTime())).toBe(isOver ? 0 : 1)
        expect(daysLeft(begun, start.getTime() + 14 * day)).toBe(0)
        expect(daysLeft(begun, start.getTime() + 14 * day - 1)).toBe(1)
      }
  })
})
