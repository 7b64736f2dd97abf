/** Which sizes does the legend of the canvas show? Up to three round numbers of highlights, each as large as a bubble that stands for so many. */
import { discDiameter } from './bubble.ts'
import type { Bubble } from './scene.ts'

export interface LegendSize {
  readonly count: number
  /** As it is drawn now, in px of the canvas. */
  readonly diameter: number
}

/** Of the largest number that is drawn. */
const shares = [1, 1 / 4, 1 / 20]

/** Largest first; none where nothing is counted. `drawn`: the bubbles that are, all on one scale. */
export function legendSizes(drawn: readonly Pick<Bubble, 'count' | 'r'>[]): LegendSize[] {
  const most = drawn.reduce((highest, { count }) => Math.max(highest, count), 0)
  if (most === 0) return []
  // All grow alike when they are seen from afar: as much as the one that tells most.
  const grown =
    (2 * Math.max(...drawn.filter(({ count }) => count === most).map(({ r }) => r))) / discDiameter(most, most)
  const counts = new Set(shares.map((share) => roundBelow(most * share)))
  return [...counts].map((count) => ({ count, diameter: discDiameter(count, most) * grown }))
}

/** The next number below that is 1, 2 or 5 times a power of ten; 1 at the least. */
function roundBelow(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [5, 2, 1].map((factor) => factor * power).find((round) => round <= most) ?? 1
}
