import { expect, test } from 'vitest'
import { freeName, freePath } from './freeName.ts'

test('a name that is taken gets the first number that is free', () => {
  expect(freeName('Rivers', ['Lakes'])).toBe('Rivers')
  expect(freeName('Rivers', ['rivers', 'Rivers (2)'])).toBe('Rivers (3)')
})

test('a file is proposed that is not there yet', async () => {
  const there = ['/h/Rivers.qrk', '/h/Rivers (2).qrk']
  const isThere = async (path: string) => there.includes(path)
  expect(await freePath('/h/Rivers.qrk', isThere)).toBe('/h/Rivers (3).qrk')
  expect(await freePath('/h/Lakes.qrk', isThere)).toBe('/h/Lakes.qrk')
})
