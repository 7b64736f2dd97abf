/** The word of a cloud that a key goes to from another one; undefined for other keys and where there is none that way. */
import type { PlacedWord } from './placeWords.ts'

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
/** Words further by frequency. */
const page = 10

/** `placed`: the most frequent first. */
export function wordTowards(placed: readonly PlacedWord[], from: PlacedWord, key: string): PlacedWord | undefined {
  const rank = placed.indexOf(from)
  if (key === 'Home') return placed[0]
  if (key === 'End') return placed.at(-1)
  if (key === 'PageUp') return placed[Math.max(0, rank - page)]
  if (key === 'PageDown') return placed[Math.min(placed.length - 1, rank + page)]
  const way = ways[key]
  return way && nearest(placed, from, way)
}

/** What lies aside counts double; words are as wide as they are, so the gap between them counts, not their middles. */
function nearest(
  placed: readonly PlacedWord[],
  from: PlacedWord,
  [across, down]: readonly [number, number],
): PlacedWord | undefined {
  let best: PlacedWord | undefined
  let least = Number.POSITIVE_INFINITY
  for (const word of placed) {
    const x = gap(from.x, from.width, word.x, word.width)
    const y = gap(from.top, from.height, word.top, word.height)
    const along = x * across + y * down
    if (word === from || along <= 0) continue
    const cost = along + 2 * Math.abs(x * down) + 2 * Math.abs(y * across)
    if (cost < least) {
      best = word
      least = cost
    }
  }
  return best
}

/** From one stretch to another: 0 where they overlap, negative backwards. */
function gap(a: number, aLength: number, b: number, bLength: number): number {
  if (b >= a + aLength) return b - a - aLength + 1
  if (b + bLength <= a) return b + bLength - a - 1
  return 0
}
