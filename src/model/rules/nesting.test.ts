import { describe, expect, it } from 'vitest'
import {
  ancestors,
  branchOf,
  depthOf,
  heightOf,
  levelsOf,
  mergedParents,
  nestingProblem,
  refusedParents,
} from './nesting.ts'

// 1 ─ 2 ─ 3      4 ─ 5      6
const parents = new Map([
  [1, -1],
  [2, 1],
  [3, 2],
  [4, -1],
  [5, 4],
  [6, -1],
])

describe('1 §4 quirk nesting: at most 3 levels, never under an own descendant', () => {
  it('measures upwards and downwards', () => {
    expect([1, 2, 3].map((quirk) => depthOf(parents, quirk))).toEqual([1, 2, 3])
    expect([1, 2, 3, 4, 6].map((quirk) => heightOf(parents, quirk))).toEqual([3, 2, 1, 2, 1])
    expect(ancestors(parents, 3)).toEqual([2, 1])
  })

  it('lets a single quirk under a parent of the first and second level', () => {
    expect(nestingProblem(parents, 6, 1)).toBeNull()
    expect(nestingProblem(parents, 6, 2)).toBeNull()
  })

  it('quirkNestingIssue: the fourth level, the child’s own subtree counted', () => {
    expect(nestingProblem(parents, 6, 3)).toBe('quirkNestingIssue')
    expect(nestingProblem(parents, 4, 1)).toBeNull()
    expect(nestingProblem(parents, 4, 2)).toBe('quirkNestingIssue')
    expect(nestingProblem(parents, 1, 6)).toBe('quirkNestingIssue')
  })

  it('quirkAlreadyAdded: below that parent already, directly or deeper', () => {
    expect(nestingProblem(parents, 2, 1)).toBe('quirkAlreadyAdded')
    expect(nestingProblem(parents, 3, 1)).toBe('quirkAlreadyAdded')
  })

  it('noParentToChildQuirk: the parent is below the child, or the child itself', () => {
    expect(nestingProblem(parents, 1, 2)).toBe('noParentToChildQuirk')
    expect(nestingProblem(parents, 1, 3)).toBe('noParentToChildQuirk')
    expect(nestingProblem(parents, 1, 1)).toBe('noParentToChildQuirk')
  })

  it('moves a quirk to a sibling’s or another tree’s parent, and out of all', () => {
    expect(nestingProblem(parents, 3, 5)).toBeNull()
    expect(nestingProblem(parents, 3, 6)).toBeNull()
    expect(nestingProblem(parents, 3, -1)).toBeNull()
  })

  it('says at once every parent that is refused', () => {
    for (const child of parents.keys()) {
      const refused = [...parents.keys()].filter((parent) => nestingProblem(parents, child, parent) !== null)
      expect(refusedParents(parents, child)).toEqual(new Set(refused))
    }
  })

  it('answers on a cycle and on a parent that is gone', () => {
    const broken = new Map([
      [1, 2],
      [2, 1],
      [3, 99],
    ])
    expect(ancestors(broken, 1)).toEqual([2])
    expect(nestingProblem(broken, 3, 1)).toBeNull()
    expect(nestingProblem(broken, 1, 2)).toBe('noParentToChildQuirk')
    expect(depthOf(broken, 3)).toBe(2)
  })
})

describe('removal and merge: what goes along', () => {
  it('a removed quirk takes all below it', () => {
    expect([...branchOf(parents, 1)]).toEqual([1, 2, 3])
    expect([...branchOf(parents, 6)]).toEqual([6])
    expect(
      [
        ...branchOf(
          new Map([
            [1, 2],
            [2, 1],
          ]),
          1,
        ),
      ].toSorted(),
    ).toEqual([1, 2])
  })

  it('2 §5: a merge gives the children to the target, whatever the depth', () => {
    const merged = mergedParents(parents, 4, 3)
    expect(ancestors(merged, 5)).toEqual([3, 2, 1])
    expect(merged.has(4)).toBe(false)
    expect(levelsOf(merged)).toBe(4)
  })

  it('a target below the source takes its place, so that no cycle arises', () => {
    expect([...mergedParents(parents, 1, 3)]).toEqual([
      [2, 3],
      [3, -1],
      [4, -1],
      [5, 4],
      [6, -1],
    ])
    expect(ancestors(mergedParents(parents, 2, 3), 3)).toEqual([1])
  })
})
