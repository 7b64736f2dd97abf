import { expect, test } from 'vitest'
import { discNumber } from './discNumber.ts'

const leaf = { index: 0, end: 1 }
const holder = { index: 0, end: 3 }

test.each([
  ['its own highlights', { ...leaf, count: 7, total: 7 }, 20, 1, { number: '7', inside: false }],
  [
    'from afar, what is inside, where none is its own',
    { ...holder, count: 0, total: 12 },
    40,
    0.4,
    { number: '12', inside: true },
  ],
  ['from near, nothing where none is its own', { ...holder, count: 0, total: 12 }, 40, 1, null],
  ['nothing where there is nothing', { ...leaf, count: 0, total: 0 }, 40, 0.4, null],
  [
    'thousands as its reader writes them',
    { ...leaf, count: 1234, total: 1234 },
    50,
    1,
    { number: '1,234', inside: false },
  ],
  [
    'a long number in smaller letters',
    { ...leaf, count: 12345, total: 12345 },
    24,
    1,
    { number: '12,345', inside: false },
  ],
  ['nothing where it has no room', { ...leaf, count: 1234, total: 1234 }, 12, 1, null],
] as const)('a disc tells %s', (_, bubble, r, scale, told) => {
  const shown = discNumber(bubble, r, scale, new Intl.NumberFormat('en').format)
  if (told === null) return expect(shown).toBeNull()
  expect(shown).toMatchObject(told)
  expect(shown!.size).toBeGreaterThanOrEqual(11)
})
