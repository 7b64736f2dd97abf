/** The tones of the words of a cloud, and the room that it takes: for the screen and for a picture. */
import type { PlacedWord } from './placeWords.ts'

/** The tones of words on paper, as `wordCloud.css` has them for the light theme. */
export const paperTones = ['#2b3a69', '#1c6165', '#7a2f63', '#84410f', '#54575f'] as const

/** Which of the tones a word has: always the same. */
export function toneOf(word: string): number {
  let hash = 7
  for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return hash % paperTones.length
}

export interface CloudBounds {
  left: number
  top: number
  width: number
  height: number
}

export function cloudBounds(placed: readonly PlacedWord[], around = 4): CloudBounds {
  const left = Math.floor(Math.min(...placed.map(({ x }) => x)) - around)
  const top = Math.floor(Math.min(...placed.map((word) => word.top)) - around)
  const right = Math.ceil(Math.max(...placed.map(({ x, width }) => x + width)) + around)
  const bottom = Math.ceil(Math.max(...placed.map((word) => word.top + word.height)) + around)
  return { left, top, width: right - left, height: bottom - top }
}
