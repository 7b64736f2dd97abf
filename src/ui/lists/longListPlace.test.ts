import { describe, expect, it } from 'vitest'
import { type Drawn, type ListPlace, placeAt, rowsAround, settled, shareOf, showing } from './longListPlace.ts'

const extent = { count: 1_000_000, view: 300, usual: 100 }
/** Rows of these heights from `first` on. */
const rows = (first: number, ...heights: number[]): Drawn => ({
  first,
  tops: [0, ...heights].map((_, n) => heights.slice(0, n).reduce((sum, height) => sum + height, 0)),
})
const at = (index: number, offset: number): ListPlace => ({ index, offset })

describe('a place', () => {
  it('is that of the row that lies across the upper edge, whatever the rows before are high', () => {
    const drawn = rows(10, 50, 200, 120, 80, 90)
    expect(settled(at(11, 210), drawn, extent)).toEqual(at(12, 10))
    expect(settled(at(11, -20), drawn, extent)).toEqual(at(10, 30))
    expect(settled(at(12, 0), drawn, extent)).toEqual(at(12, 0))
  })
  it('stays within the ends of the list', () => {
    const few = { count: 4, view: 300, usual: 100 }
    expect(settled(at(0, -500), rows(0, 90, 110, 150, 100), few)).toEqual(at(0, 0))
    expect(settled(at(3, 500), rows(0, 90, 110, 150, 100), few)).toEqual(at(1, 60))
    expect(settled(at(2, 20), rows(0, 90, 110), { ...few, count: 2 })).toEqual(at(1, 20))
    expect(settled(at(1, 20), rows(0, 90, 110), { ...few, count: 2 })).toEqual(at(0, 0))
  })
  it('is estimated beyond what is drawn', () => {
    expect(settled(at(10, -1000), rows(10, 50, 50), extent)).toEqual(at(0, 0))
    expect(settled(at(500, -1000), rows(500, 50, 50), extent)).toEqual(at(490, 0))
    expect(settled(at(500, 1100), rows(500, 50, 50), extent)).toEqual(at(512, 0))
  })
})

describe('a row that is to be shown', () => {
  const drawn = rows(20, 100, 100, 100, 100, 400, 100)
  it('comes to the nearer edge, and stays where it is in sight', () => {
    expect(showing(at(21, 0), drawn, 20, extent)).toEqual(at(20, 0))
    expect(showing(at(20, 50), drawn, 21, extent)).toEqual(at(20, 50))
    expect(settled(showing(at(20, 0), drawn, 3 + 20, extent), drawn, extent)).toEqual(at(21, 0))
  })
  it('begins at the upper edge where it is higher than the view', () => {
    expect(showing(at(20, 0), drawn, 24, extent)).toEqual(at(24, 0))
  })
  it('comes from far away to the edge that it comes over', () => {
    expect(showing(at(20, 0), drawn, 5, extent)).toEqual(at(5, 0))
    expect(showing(at(20, 0), drawn, 900_000, extent)).toEqual(at(900_000, -200))
  })
})

it('the share of the way and the place at it lead to each other, and the ends are ends', () => {
  for (const index of [1, 250, 499_999, 999_000]) {
    const share = shareOf(at(index, 0), rows(index, 100, 100), extent)
    expect(Math.abs(placeAt(share, extent).index - index)).toBeLessThanOrEqual(1)
  }
  expect(shareOf(at(0, 0), rows(0, 100), extent)).toBe(0)
  const last = rows(999_990, ...Array.from({ length: 10 }, () => 100))
  const end = settled(showing(placeAt(1, extent), last, 999_999, extent), last, extent)
  expect(end).toEqual(at(999_997, 0))
  expect(shareOf(end, last, extent)).toBe(1)
  expect(placeAt(0, extent)).toEqual(at(0, 0))
})

it('as many rows are drawn as may be in sight, above the place too where it lies below the edge', () => {
  expect(rowsAround(at(0, 0), extent, 2)).toEqual([0, 7])
  expect(rowsAround(at(500, 0), extent, 2)).toEqual([498, 507])
  expect(rowsAround(at(999_999, -300), extent, 2)).toEqual([999_992, 1_000_000])
})
