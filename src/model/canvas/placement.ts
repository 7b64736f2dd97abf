/**
 * Where does a new quirk go when nobody said where? Specification 1 §9, "Canvas placement".
 *
 * Promises: the first free slot of the grid (50, 150 … up to 525 across, 50, 150 … up to 700 down), row by row; a slot is
 * free when no quirk's centre is nearer than one grid step, so that two bubbles of the largest size do not overlap.
 * Without a free slot a random place from 0 to 525 by 0 to 700. Always whole numbers, in canvas px, of the bubble's centre.
 */
import { placement } from '../limits.ts'

export interface QuirkPlace {
  x: number
  y: number
}

/** `random` answers from 0 up to but not including 1, and is asked only when the grid is full. */
export const freePlace = (taken: readonly QuirkPlace[], random: () => number): QuirkPlace =>
  freeSlots(taken).next().value ?? { x: upTo(placement.random.x, random), y: upTo(placement.random.y, random) }

/** Those of the grid that are free, row by row. */
export function* freeSlots(taken: readonly QuirkPlace[]): Generator<QuirkPlace, undefined> {
  const { step, x, y } = placement
  for (let down = y.from; down <= y.to; down += step) {
    for (let across = x.from; across <= x.to; across += step) {
      if (isFree(taken, across, down)) yield { x: across, y: down }
    }
  }
}

function isFree(taken: readonly QuirkPlace[], x: number, y: number): boolean {
  return !taken.some((place) => Math.hypot(place.x - x, place.y - y) < placement.step)
}

const upTo = (most: number, random: () => number): number => Math.floor(random() * (most + 1))
