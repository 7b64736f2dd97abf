/**
 * Which shade is a count of the matrix? Eight of one hue, from near the paper to far from it, so that more stands out more to every eye and
 * in both themes; by the logarithm, because a few counts are many times as high as all others.
 */

export const shades: Readonly<Record<'light' | 'dark', readonly string[]>> = {
  light: ['#d3e0f1', '#b5cbe6', '#94b4d9', '#7099c7', '#4f7db1', '#356297', '#214879', '#112f59'],
  dark: ['#27364d', '#324a6b', '#40608a', '#5277a8', '#6a90c2', '#88aad6', '#abc5e6', '#d3e3f6'],
}
const steps = shades.light.length

/** For each shade the lowest count that has it; the highest count has the last one. */
export function thresholds(highest: number): number[] {
  if (highest <= 1) return Array.from({ length: steps }, () => 1)
  return Array.from({ length: steps }, (_, step) => Math.max(1, Math.ceil(highest ** (step / steps) - 1e-9)))
}

/** 0 to 7, for a count above 0. */
export function shadeOf(count: number, from: readonly number[]): number {
  let shade = from.length - 1
  while (shade > 0 && count < (from[shade] as number)) shade -= 1
  return shade
}

export interface Legend {
  shade: number
  from: number
  /** The same as `from` where the shade means one count. */
  to: number
}

/** The shades that occur, each with its counts. */
export function legendOf(highest: number): Legend[] {
  if (highest < 1) return []
  const from = thresholds(highest)
  const legend: Legend[] = []
  for (let shade = 0; shade < steps; shade++) {
    const first = from[shade] as number
    const to = shade === steps - 1 ? highest : (from[shade + 1] as number) - 1
    if (first <= to) legend.push({ shade, from: first, to })
  }
  return legend
}
