/**
 * New quirks that would lie too deep, since others have moved the one that they were put under meanwhile, lie at the top instead: what has been coded
 * with them stays.
 */
import type { Change, Insert } from '../../../../src/model/change.ts'
import { none } from '../../../../src/model/schema.ts'
import type { Rule } from './rule.ts'

export const tooDeep: Rule = {
  name: 'tooDeep',
  onRefusal: ({ intent }, problem) =>
    problem.kind === 'quirkNestingIssue' && putUnder(intent).size > 0
      ? { amend: ({ waiting }, at) => waiting.mean(at, atTop(waiting.steps[at]?.intent ?? [])), problem }
      : null,
}

const quirksMade = (changes: readonly Change[]): Insert[] =>
  changes.filter((change) => change.op === 'insert' && change.table === 'quirks') as Insert[]

/** The new quirks of a step that it puts under others. */
function putUnder(changes: readonly Change[]): Set<Change> {
  const made = quirksMade(changes)
  const ids = new Set<unknown>(made.map(({ id }) => id))
  return new Set(made.filter(({ row: { parentQuirkId } }) => parentQuirkId !== none && !ids.has(parentQuirkId)))
}

function atTop(changes: readonly Change[]): Change[] {
  const under = putUnder(changes)
  return changes.map((change) =>
    change.op === 'insert' && under.has(change) ? { ...change, row: { ...change.row, parentQuirkId: none } } : change,
  )
}
