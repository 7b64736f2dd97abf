import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('two letters of a name', () => {
  expect(initials('Ana Maria Silva')).toBe('AS')
  expect(initials('ana')).toBe('AN')
  expect(initials('é')).toBe('É')
  expect(initials('ben.k@example.org')).toBe('BO')
  expect(initials('👩‍🔬 Lab')).toBe('👩L')
  expect(initials('')).toBe('?')
})
