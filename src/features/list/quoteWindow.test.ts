import { describe, expect, it } from 'vitest'
import type { QuoteRow } from '../../model/queries.ts'
import { type Kept, keepInStep, type Told, windowFor } from './quoteWindow.ts'

/** Rows that are told by their ids alone. */
const told = (offset: number, total: number, ...ids: number[]): Told => ({
  key: 'k',
  total,
  offset,
  rows: ids.map((id) => ({ id }) as QuoteRow),
})
const kept = (from: Told): Kept => keepInStep(null, from, [0, 0], false) as Kept
const shown = (now: Kept) => [...now.rows].map(([index, { id }]) => `${index}:${id}`).join(' ')

describe('a window that is told', () => {
  it('comes to those that are known, where nothing has changed', () => {
    const now = keepInStep(kept(told(0, 9, 1, 2, 3)), told(3, 9, 4, 5), [2, 3], false) as Kept
    expect(shown(now)).toBe('0:1 1:2 2:3 3:4 4:5')
    expect(now.moved).toBe(0)
  })
  it('tells how far what is in sight has moved, and all else is forgotten', () => {
    const before = kept(told(0, 5, 1, 2, 3, 4, 5))
    const more = keepInStep(before, told(0, 7, 8, 1, 9, 2, 3, 4), [1, 3], false) as Kept
    expect([shown(more), more.moved]).toEqual(['0:8 1:1 2:9 3:2 4:3 5:4', 2])
    const fewer = keepInStep(more, told(0, 5, 8, 9, 3, 4, 5), [3, 5], false) as Kept
    expect([shown(fewer), fewer.moved]).toEqual(['0:8 1:9 2:3 3:4 4:5', 0])
  })
  it('without any row in sight: they are sought, or what is told is taken', () => {
    const before = kept(told(0, 5, 1, 2, 3))
    const after = told(0, 9000, 71, 72, 73)
    expect(keepInStep(before, after, [1, 2], false)).toEqual({ lost: { id: 2, at: 1 } })
    expect(shown(keepInStep(before, after, [1, 2], true) as Kept)).toBe('0:71 1:72 2:73')
    const found = keepInStep(before, told(5000, 9000, 7, 2, 3), [1, 2], true) as Kept
    expect([shown(found), found.moved]).toEqual(['5000:7 5001:2 5002:3', 5000])
  })
})

describe('the window that is asked for', () => {
  const now = { ...kept(told(0, 100_000, 1)), key: 'k' }
  it('has what is in sight in its middle, and stays while that is far from its ends', () => {
    const first = windowFor(null, now, 1000, 1010)
    expect(first).toEqual({ key: 'k', offset: 885, limit: 240 })
    expect(windowFor(first, now, 1030, 1040)).toBe(first)
    expect(windowFor(first, now, 1070, 1080)).toEqual({ key: 'k', offset: 955, limit: 240 })
  })
  it('stays at the ends, and while another list is on its way', () => {
    const atEnd = { key: 'k', offset: 99_800, limit: 240 }
    expect(windowFor(atEnd, now, 99_990, 99_999)).toBe(atEnd)
    const other = { key: 'other', offset: 0, limit: 60 }
    expect(windowFor(other, now, 5000, 5010)).toBe(other)
  })
})
