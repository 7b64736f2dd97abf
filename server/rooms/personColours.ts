/** Which of `personPalette` is whose. */
import { personPalette } from '../../src/model/presence.ts'

/**
 * The colour of `who` in a project, today and when it is opened again: one made of `who`, or the next that nobody has who came before.
 * `all`: the project's people in the order in which they came; whoever is not among them has what is made of `who`.
 */
export function lastingColour(who: string, all: Iterable<string>): number {
  const uses = noUses()
  for (const id of all) {
    const colour = freeColour(hashOf(id), uses)
    if (id === who) return colour
    uses[colour] = (uses[colour] ?? 0) + 1
  }
  return hashOf(who) % uses.length
}

/** `wanted`, or the next colour that fewer have. `uses`: how many have each. */
export function freeColour(wanted: number, uses: readonly number[]): number {
  const least = Math.min(...uses)
  const after = (i: number) => (wanted + i) % uses.length
  return after(uses.findIndex((_, i) => uses[after(i)] === least))
}

export const noUses = (): number[] => Array.from({ length: personPalette.length }, () => 0)

function hashOf(who: string): number {
  let hash = 7
  for (const sign of who) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return hash
}
