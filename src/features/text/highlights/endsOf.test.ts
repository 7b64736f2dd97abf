import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { withEnd } from './endsOf.ts'

const doc = Text.of(['one two three', 'four 👩‍👩‍👧 five'])
const words = ({ from, to }: { from: number; to: number }) => doc.sliceString(from, to)
const two = { from: 4, to: 7 }

test('an end moves out and in', () => {
  expect(words(withEnd(doc, two, 'to', 13))).toBe('two three')
  expect(words(withEnd(doc, two, 'from', 0))).toBe('one two')
  expect(words(withEnd(doc, { from: 0, to: 13 }, 'to', 5))).toBe('one t')
})

test('an end that draws in leaves no spaces behind it', () => {
  expect(words(withEnd(doc, { from: 4, to: 13 }, 'to', 8))).toBe('two')
  expect(words(withEnd(doc, { from: 4, to: 13 }, 'from', 7))).toBe('three')
})

test('a highlight cannot become empty, or turn over', () => {
  for (const pos of [4, 3, 0]) expect(withEnd(doc, two, 'to', pos)).toEqual(two)
  for (const pos of [7, 9, 999]) expect(withEnd(doc, two, 'from', pos)).toEqual(two)
})

test('no grapheme is cut', () => {
  const emoji = doc.toString().indexOf('👩')
  for (const pos of [emoji + 1, emoji + 3, emoji + 7])
    expect(words(withEnd(doc, { from: 14, to: 18 }, 'to', pos))).toBe('four 👩‍👩‍👧')
})
