/**
 * How large is a quirk's bubble? Specification 1 §9, "Quirk circle size": a diameter of 24 to 100 px, in proportion to the
 * number of its highlights relative to the largest number of any quirk.
 *
 * Promises: never less than 24 nor more than 100; 24 for all as long as there is no highlight.
 */
import { bubbleSize } from '../limits.ts'

/** The diameter in canvas px of a bubble with `highlights`, where `most` is what the quirk with the most has. */
export function bubbleDiameter(highlights: number, most: number): number {
  if (most <= 0) return bubbleSize.least
  const share = Math.min(1, Math.max(0, highlights / most))
  return bubbleSize.least + (bubbleSize.most - bubbleSize.least) * share
}

/** Of a disc of the map: its area, not its width, is linear in the count. */
export function discDiameter(count: number, most: number): number {
  const { least, most: largest } = bubbleSize
  if (most <= 0) return least
  const share = Math.min(1, Math.max(0, count / most))
  return Math.sqrt(least ** 2 + (largest ** 2 - least ** 2) * share)
}
