import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framesAround, shownQuirks } from './shownQuirks.ts'

const groups = new Set([1, 2, 3])
/** Quirk 10 is in group 1, 20 in 2, 12 in both; group 3 is empty, quirk 99 in no group. */
const links = [
  { groupId: 1, quirkId: 10 },
  { groupId: 2, quirkId: 20 },
  { groupId: 1, quirkId: 12 },
  { groupId: 2, quirkId: 12 },
]

describe('1 §2 groups dropdown', () => {
  it('shows every quirk, those in no group included, while all groups are checked', () => {
    expect(shownQuirks(groups, links, [])).toBeNull()
  })

  it('shows only quirks of a checked group once one is unchecked', () => {
    expect(shownQuirks(groups, links, [1])).toEqual(new Set([20, 12]))
    expect(shownQuirks(groups, links, [3])).toEqual(new Set([10, 20, 12]))
    expect(shownQuirks(groups, links, [1, 2])).toEqual(new Set())
  })

  it('leaves no filter behind when an unchecked group is removed, and finds it again after undo', () => {
    const before = shownQuirks(groups, links, [1])
    const without = links.filter(({ groupId }) => groupId !== 1)
    expect(shownQuirks(new Set([2, 3]), without, [1])).toBeNull()
    expect(shownQuirks(groups, links, [1])).toEqual(before)
  })

  it('shows the quirks of a group that was added meanwhile', () => {
    const more = [...links, { groupId: 4, quirkId: 40 }]
    expect(shownQuirks(new Set([...groups, 4]), more, [1])).toEqual(new Set([20, 12, 40]))
  })

  it('counts no link to a group that does not exist', () => {
    expect(shownQuirks(groups, [...links, { groupId: 9, quirkId: 99 }], [1])).toEqual(new Set([20, 12]))
  })

  it('never shows more by unchecking another group, seed 7', () => {
    const link = fc.record({ groupId: fc.integer({ min: 1, max: 3 }), quirkId: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(fc.array(link), fc.subarray([1, 2, 3]), fc.integer({ min: 1, max: 3 }), (drawn, unchecked, more) => {
        const few = shownQuirks(groups, drawn, [...unchecked, more])
        const many = shownQuirks(groups, drawn, unchecked)
        expect([...(few ?? [])].every((quirk) => many === null || many.has(quirk))).toBe(true)
      }),
      { seed: 7 },
    )
  })
})

describe('frames', () => {
  const parents = new Map([
    [1, -1],
    [2, 1],
    [3, 2],
    [4, 1],
    [5, -1],
  ])

  it('are the quirks above a shown one that are not shown themselves', () => {
    expect(framesAround(new Set([3]), parents)).toEqual(new Set([1, 2]))
    expect(framesAround(new Set([3, 2]), parents)).toEqual(new Set([1]))
    expect(framesAround(new Set([1, 5]), parents)).toEqual(new Set())
  })

  it('are found in a cycle too', () => {
    const cycle = new Map([
      [1, 2],
      [2, 1],
    ])
    expect(framesAround(new Set([1]), cycle)).toEqual(new Set([2]))
  })
})
