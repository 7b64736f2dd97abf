import { PALETTE } from '../../model/palette.ts'

/** The colour offered for a new quirk: the one used least so far, the earliest of the palette among equals. `#rrggbb`. */
export function nextColour(used: Iterable<string>): string {
  const counts = new Map<string, number>()
  for (const colour of used) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  return PALETTE.map(({ hex }) => hex as string).reduce((best, hex) =>
    (counts.get(hex) ?? 0) < (counts.get(best) ?? 0) ? hex : best,
  )
}
