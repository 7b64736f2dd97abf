/**
 * The rows of a table while it is worked in: a cell that is changed must not carry its row away from under the hands.
 *
 * Promises: all that are there now and no others; those that were there keep their order, new ones come last; `before`
 * itself where nothing came or went.
 */
export function steadyOrder(before: readonly number[], now: readonly number[]): readonly number[] {
  const there = new Set(now)
  const stay = before.filter((id) => there.has(id))
  if (stay.length === before.length && now.length === before.length) return before
  const known = new Set(stay)
  return [...stay, ...now.filter((id) => !known.has(id))]
}
