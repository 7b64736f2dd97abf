import { expect, test } from 'vitest'
import type { PlacedWord } from './placeWords.ts'
import { wordTowards } from './wordTowards.ts'

const at = (word: string, x: number, y: number, width = 40): PlacedWord => ({
  word,
  count: 1,
  size: 10,
  x,
  y: y + 10,
  width,
  height: 10,
  top: y,
})
const middle = at('middle', 0, 0, 100)
const words = [
  middle,
  at('above', 30, -20),
  at('right', 110, 2),
  at('below', 20, 15),
  at('far', 300, 0),
  at('left', -60, 0),
]
const from = (one: PlacedWord, key: string) => wordTowards(words, one, key)?.word

test('arrow keys go to the nearest word that way, by the gap between them', () => {
  expect(from(middle, 'ArrowUp')).toBe('above')
  expect(from(middle, 'ArrowDown')).toBe('below')
  expect(from(middle, 'ArrowRight')).toBe('right')
  expect(from(middle, 'ArrowLeft')).toBe('left')
  expect(from(words[2] as PlacedWord, 'ArrowRight')).toBe('far')
  expect(from(words[4] as PlacedWord, 'ArrowRight')).toBeUndefined()
})

test('Home, End and pages go by frequency; other keys nowhere', () => {
  expect(from(words[3] as PlacedWord, 'Home')).toBe('middle')
  expect(from(middle, 'End')).toBe('left')
  expect(from(middle, 'PageDown')).toBe('left')
  expect(from(middle, 'PageUp')).toBe('middle')
  expect(from(middle, 'Escape')).toBeUndefined()
})
