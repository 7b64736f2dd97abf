import { describe, expect, it } from 'vitest'
import { areaOf, chooseOne, isIn, moved, sizeOf, within } from './gridMoves.ts'

const size = { rows: 100, cols: 5, heads: 1, page: 10 }
const go = (row: number, col: number, key: string, held: { shift?: boolean; mod?: boolean } = {}) => {
  const to = moved(chooseOne(row, col), key, size, { shift: false, mod: false, ...held })
  return to && [to.active.row, to.active.col]
}

describe('keys in a grid', () => {
  it('arrows go from cell to cell, up to the names of the columns and no further', () => {
    expect(go(0, 0, 'ArrowUp')).toEqual([-1, 0])
    expect(go(-1, 0, 'ArrowUp')).toEqual([-1, 0])
    expect(go(-1, 0, 'ArrowDown')).toEqual([0, 0])
    expect(go(99, 4, 'ArrowDown')).toEqual([99, 4])
    expect(go(5, 4, 'ArrowRight')).toEqual([5, 4])
    expect(go(5, 1, 'ArrowLeft')).toEqual([5, 0])
  })

  it('Home and End are the ends of a row, with Ctrl those of the table', () => {
    expect(go(5, 3, 'Home')).toEqual([5, 0])
    expect(go(5, 3, 'End')).toEqual([5, 4])
    expect(go(5, 3, 'Home', { mod: true })).toEqual([0, 0])
    expect(go(5, 3, 'End', { mod: true })).toEqual([99, 4])
    expect(go(5, 3, 'ArrowUp', { mod: true })).toEqual([0, 3])
    expect(go(0, 3, 'ArrowUp', { mod: true })).toEqual([-1, 3])
    expect(go(5, 3, 'ArrowDown', { mod: true })).toEqual([99, 3])
  })

  it('what stays in sight over the rows may be several of them, as names and totals', () => {
    const up = moved(chooseOne(0, 1), 'ArrowUp', { ...size, heads: 2 }, { shift: false, mod: false })
    expect(up?.active).toEqual({ row: -1, col: 1 })
    expect(up && moved(up, 'ArrowUp', { ...size, heads: 2 }, { shift: false, mod: false })?.active.row).toBe(-2)
    expect(within({ row: -5, col: 9 }, { ...size, heads: 0 })).toEqual({ row: 0, col: 4 })
  })

  it('a page is what is in sight', () => {
    expect(go(5, 3, 'PageDown')).toEqual([15, 3])
    expect(go(95, 3, 'PageDown')).toEqual([99, 3])
    expect(go(5, 3, 'PageUp')).toEqual([0, 3])
    expect(go(-1, 3, 'PageUp')).toEqual([-1, 3])
  })

  it('with Shift they choose what lies between', () => {
    const chosen = moved(chooseOne(5, 3), 'ArrowUp', size, { shift: true, mod: false })
    const more = chosen && moved(chosen, 'ArrowLeft', size, { shift: true, mod: false })
    expect(more && areaOf(more)).toEqual({ top: 4, bottom: 5, left: 2, right: 3 })
    expect(more && sizeOf(areaOf(more))).toBe(4)
    expect(more && isIn(areaOf(more), 5, 2)).toBe(true)
    expect(more && isIn(areaOf(more), 6, 2)).toBe(false)
  })

  it('others move nothing', () => {
    expect(go(5, 3, 'a')).toBeNull()
  })
})
