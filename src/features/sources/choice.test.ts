import { describe, expect, test } from 'vitest'
import { type Choice, noChoice, ranged, stillListed, toggled, wholeList } from './choice.ts'

const listed = [5, 3, 9, 1, 7]
const chosen = ({ ids }: Choice) => listed.filter((id) => ids.has(id))

describe('choosing sources', () => {
  test('one by one, each again to take it back', () => {
    const two = toggled(toggled(noChoice, 3), 7)
    expect(chosen(two)).toEqual([3, 7])
    expect(chosen(toggled(two, 3))).toEqual([7])
  })

  test('a range goes by the order of the list, either way, and shrinks again', () => {
    const down = ranged(toggled(noChoice, 3), listed, 1)
    expect(chosen(down)).toEqual([3, 9, 1])
    expect(chosen(ranged(down, listed, 9))).toEqual([3, 9])
    expect(chosen(ranged(down, listed, 5))).toEqual([5, 3])
  })

  test('a range adds to what was chosen before it', () => {
    const apart = toggled(toggled(noChoice, 5), 9)
    expect(chosen(ranged(apart, listed, 7))).toEqual([5, 9, 1, 7])
  })

  test('where nothing was chosen it begins at the row that has the focus', () => {
    expect(chosen(ranged(noChoice, listed, 9, 3))).toEqual([3, 9])
    expect(chosen(ranged(noChoice, listed, 9))).toEqual([9])
    expect(chosen(ranged(toggled(noChoice, 404), listed, 3, 5))).toEqual([5, 3])
  })

  test('what is asked for and not listed changes nothing', () => {
    const one = toggled(noChoice, 3)
    expect(ranged(one, listed, 404)).toBe(one)
  })

  test('all; and what is listed no more is chosen no more', () => {
    const all = wholeList(listed)
    expect(chosen(all)).toEqual(listed)
    expect([...stillListed(all, [9, 1]).ids]).toEqual([9, 1])
    expect(stillListed(all, [...listed, 4])).toBe(all)
    expect(stillListed(toggled(noChoice, 3), [])).toBe(noChoice)
  })

  test('ten thousand are one range', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => at + 1)
    expect(ranged(toggled(noChoice, 2), many, 10_000).ids.size).toBe(9999)
  })
})
