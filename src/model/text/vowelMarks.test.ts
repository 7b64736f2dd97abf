import { expect, test } from 'vitest'
import { soughtPattern } from './soughtPattern.ts'
import { gapsOf, placeWith, placeWithout, withoutMarks } from './vowelMarks.ts'

const text = 'قَالَ الْمُعَلِّمُ: كِتَـــاب'
const gaps = gapsOf(text)

test('without its marks a text is as most people type it', () => {
  expect(withoutMarks(text)).toBe('قال المعلم: كتاب')
  expect(withoutMarks('שָׁלוֹם')).toBe('שלום')
  // Signs that make another letter of one are no vowels.
  expect(withoutMarks('آ\u0627\u0653')).toBe('آ\u0627\u0653')
})

test('places lead from the text to the one without marks and back: letter by letter', () => {
  const letters = Array.from(text.matchAll(/[^\p{M}\u0640]/gu), ({ index }) => index)
  for (const [n, index] of letters.entries()) {
    expect(placeWithout(gaps, index)).toBe(n)
    expect(placeWith(gaps, n)).toBe(index)
  }
  expect(placeWith(gaps, letters.length)).toBe(text.length)
  expect(placeWithout(gaps, text.length)).toBe(letters.length)
})

test('a place between a letter and its mark is after the letter', () => {
  expect(placeWithout(gaps, 1)).toBe(1)
  expect(placeWithout(gaps, 2)).toBe(1)
})

test('what is sought is found with its marks, typed with them or without; marks alone are not', () => {
  const found = (sought: string) => Array.from(text.matchAll(soughtPattern(sought)), ([match]) => match)
  expect(found('المعلم')).toEqual(['الْمُعَلِّمُ'])
  expect(found('الْمُعَلِّم')).toEqual(['الْمُعَلِّمُ'])
  expect(found('كتاب')).toEqual(['كِتَـــاب'])
  expect(found('\u064e')).toEqual([])
})
