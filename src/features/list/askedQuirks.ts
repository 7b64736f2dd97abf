/** Whose passages are listed: what was chosen, with what is inside where that is wanted, as far as the groups filter leaves it. */
import { branchOf, type Parents } from '../../model/rules/nesting.ts'

/** `chosen` null: all. `shown`: what the groups filter leaves, null: all. Null: of every quirk. */
export function askedQuirks(
  chosen: readonly number[] | null,
  nested: boolean,
  shown: ReadonlySet<number> | null,
  parents: Parents,
): number[] | null {
  if (chosen === null) return shown && [...shown]
  const wanted = new Set(chosen.flatMap((id) => (nested ? [...branchOf(parents, id)] : [id])))
  return [...wanted].filter((id) => parents.has(id) && (shown?.has(id) ?? true))
}
