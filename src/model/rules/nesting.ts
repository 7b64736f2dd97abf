/**
 * May a quirk be put under another? Specification 1 §4 "Quirk nesting" and §5.
 *
 * Promises: the page, the worker and the room ask the same function. A tree that is already deeper than the limit, or holds
 * a cycle (two people nested at the same time, an old file), is answered too: nothing here loops for ever.
 * `parents` maps a quirk to its parent; a quirk without one is missing from it or maps to -1.
 */
import { nestingDepth } from '../limits.ts'
import { none } from '../schema.ts'

export type Parents = ReadonlyMap<number, number>
export type NestingProblem = 'quirkAlreadyAdded' | 'noParentToChildQuirk' | 'quirkNestingIssue'

/** The parent, the parent's parent and so on, nearest first, without `quirk` itself. */
export function ancestors(parents: Parents, quirk: number): number[] {
  const found: number[] = []
  const seen = new Set([quirk])
  for (let above = parents.get(quirk) ?? none; above !== none && !seen.has(above); above = parents.get(above) ?? none) {
    found.push(above)
    seen.add(above)
  }
  return found
}

/** 1 for a quirk without a parent, 2 for its children, 3 for theirs. */
export const depthOf = (parents: Parents, quirk: number): number => ancestors(parents, quirk).length + 1

/** The levels of a quirk and everything below it: 1 for a quirk without children. */
export function heightOf(parents: Parents, quirk: number): number {
  let height = 1
  for (const below of parents.keys()) {
    const up = ancestors(parents, below).indexOf(quirk)
    if (up >= 0) height = Math.max(height, up + 2)
  }
  return height
}

/** `quirk` and all below it, in no order: what goes when it goes. */
export function branchOf(parents: Parents, quirk: number): Set<number> {
  const children = new Map<number, number[]>()
  for (const [id, parent] of parents) children.get(parent)?.push(id) ?? children.set(parent, [id])
  const branch = new Set([quirk])
  for (const id of branch) for (const child of children.get(id) ?? []) branch.add(child)
  return branch
}

/** Why `child` may not go under `parent`, or null when it may. Out of every parent (-1) it always may. */
export function nestingProblem(parents: Parents, child: number, parent: number): NestingProblem | null {
  if (parent === none) return null
  if (child === parent || ancestors(parents, parent).includes(child)) return 'noParentToChildQuirk'
  if (ancestors(parents, child).includes(parent)) return 'quirkAlreadyAdded'
  return depthOf(parents, parent) + heightOf(parents, child) > nestingDepth ? 'quirkNestingIssue' : null
}

/** All that `nestingProblem` refuses as the parent of `child`, itself included. */
export function refusedParents(parents: Parents, child: number): Set<number> {
  const above = new Set(ancestors(parents, child))
  const height = heightOf(parents, child)
  const refused = new Set([child, ...above])
  for (const parent of parents.keys()) {
    const up = ancestors(parents, parent)
    if (up.length + 1 + height > nestingDepth || up.includes(child)) refused.add(parent)
  }
  return refused
}

/** The tree after `source` is merged into `target`: no level is too deep for that, and a target below takes the source's place. */
export function mergedParents(parents: Parents, source: number, target: number): Map<number, number> {
  const merged = new Map(parents)
  if (ancestors(parents, target).includes(source)) merged.set(target, parents.get(source) ?? none)
  for (const [id, parent] of merged) if (parent === source) merged.set(id, target)
  merged.delete(source)
  return merged
}

/** The levels of the whole tree. */
export const levelsOf = (parents: Parents): number =>
  [...parents.keys()].reduce((most, quirk) => Math.max(most, depthOf(parents, quirk)), 0)
