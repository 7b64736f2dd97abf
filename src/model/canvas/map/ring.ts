/** The ring around a folded quirk. Units: canvas px; seen from further away it is wider, so that it keeps about its width on screen. */

const grown = (scale: number): number => Math.min(2.2, Math.max(1, 0.8 / scale))

export const ringSize = (scale: number): { gap: number; width: number } => {
  return { gap: 2.4 * grown(scale), width: 3.6 * grown(scale) }
}

/** How far it reaches beyond the disc. */
export const ringReach = (scale: number): number => {
  const { gap, width } = ringSize(scale)
  return gap + width
}
