import { expect, test } from 'vitest'
import { findHits, hitFrom } from './findHits.ts'

test('finds without regard to case, positions in the text as it is', () => {
  expect(findHits('Trust the trust, TRUST', 'trust')).toEqual([0, 10, 17])
  expect(findHits('aaaa', 'aa')).toEqual([0, 2])
  expect(findHits('x', '')).toEqual([])
})

test('letters that grow in lower case move nothing', () => {
  const text = 'İstanbul und Straße, İZMİR Straße'
  for (const at of findHits(text, 'straße')) expect(text.slice(at, at + 6)).toBe('Straße')
  expect(findHits(text, 'straße')).toHaveLength(2)
})

test('the next hit from a place goes around the end', () => {
  expect(hitFrom([3, 8, 20], 0)).toBe(0)
  expect(hitFrom([3, 8, 20], 8)).toBe(1)
  expect(hitFrom([3, 8, 20], 21)).toBe(0)
  expect(hitFrom([], 5)).toBe(-1)
})
