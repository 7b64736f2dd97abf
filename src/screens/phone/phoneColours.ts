/** 1 §9: a phone offers five random colours of the palette, and that of a quirk that has one. */
import { mobileColours } from '../../model/limits.ts'
import { PALETTE } from '../../model/palette.ts'

/** `random`: in [0, 1). */
export function phoneColours(own: string | null = null, random: () => number = Math.random): string[] {
  const left: string[] = PALETTE.map(({ hex }) => hex).filter((hex) => hex !== own)
  const drawn = own === null ? [] : [own]
  while (drawn.length < mobileColours) drawn.push(...left.splice(Math.floor(random() * left.length), 1))
  return drawn
}
