import { expect, test } from 'vitest'
import { freeName } from './freeName.ts'

test('a name that is taken gets the first number that is free', () => {
  expect(freeName('Rivers', ['Lakes'])).toBe('Rivers')
  expect(freeName('Rivers', ['rivers', 'Rivers (2)'])).toBe('Rivers (3)')
})
