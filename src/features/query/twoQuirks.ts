/** Why nothing passes where a query asks for two quirks: a highlight is of one, so that “quirk is A and quirk is B” is never fulfilled. */
import { isWhole, type ReadFilterDraft } from '../../state/queryDraft.ts'

/**
 * The first two filters of which each asks for another quirk of the same highlight, with nothing but “and” between them; null: there are
 * none. A quirk nested in the other is no reason, but then something passes.
 */
export function twoQuirks(filters: readonly ReadFilterDraft[]): [ReadFilterDraft, ReadFilterDraft] | null {
  let asked: ReadFilterDraft[] = []
  for (const [at, filter] of filters.filter(isWhole).entries()) {
    // What is read after an “or” is not held to what stands before it.
    if (at > 0 && filter.clause === 'Or') asked = []
    else if (filter.field === 'quirk' && filter.operator === '=') {
      const other = asked.find(({ value }) => value !== filter.value)
      if (other) return [other, filter]
      asked.push(filter)
    }
  }
  return null
}
