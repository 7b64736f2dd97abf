import { expect, test } from 'vitest'
import { findHits, hitFrom } from './findHits.ts'

const starts = (text: string, sought: string) => findHits(text, sought).map(({ start }) => start)
const words = (text: string, sought: string) =>
  findHits(text, sought).map(({ start, length }) => text.slice(start, start + length))

test('finds without regard to case, positions in the text as it is', () => {
  expect(starts('Trust the trust, TRUST', 'trust')).toEqual([0, 10, 17])
  expect(starts('aaaa', 'aa')).toEqual([0, 2])
  expect(starts('x', '')).toEqual([])
})

test('letters that grow in lower case move nothing', () => {
  expect(words('İstanbul und Straße, İZMİR Straße', 'straße')).toEqual(['Straße', 'Straße'])
})

test('Arabic is found with its vowel marks and without', () => {
  expect(words('قَالَ الْمُعَلِّمُ للمعلم', 'المعلم')).toEqual(['الْمُعَلِّمُ'])
  expect(words('قال المعلم', 'الْمُعَلِّمُ')).toEqual(['المعلم'])
  expect(words('قَالَ', '\u064e')).toEqual([])
})

test('the next hit from a place goes around the end', () => {
  const hits = [3, 8, 20].map((start) => ({ start }))
  expect(hitFrom(hits, 0)).toBe(0)
  expect(hitFrom(hits, 8)).toBe(1)
  expect(hitFrom(hits, 21)).toBe(0)
  expect(hitFrom([], 5)).toBe(-1)
})
