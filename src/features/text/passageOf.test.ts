import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { passageOf, withoutBreaks } from './passageOf.ts'

const passage = (text: string, from: number, to: number, isByHand = false) => {
  const found = passageOf(Text.of(text.split('\n')), { from, to }, isByHand)
  return found && text.slice(found.start, found.start + found.length)
}

test('a selection that cuts a grapheme takes all of it', () => {
  expect(passage('a👩‍👩‍👧‍👦b', 3, 5)).toBe('👩‍👩‍👧‍👦')
  expect(passage('cafe\u0301 noir', 0, 4)).toBe('cafe\u0301')
  expect(passage('x 🏳️‍🌈 y', 0, 3)).toBe('x 🏳️‍🌈')
  expect(passage('a\u0301b', 1, 2)).toBe('a\u0301')
})

test('what lies between graphemes is taken as it is, spaces included', () => {
  expect(passage('one two three', 3, 8)).toBe(' two ')
  expect(passage(`${'word '.repeat(200)}👍🏽 end`, 1000, 1002)).toBe('👍🏽')
})

test('what was selected by mouse or finger is taken without the blanks at its ends, and with those within', () => {
  expect(passage('one two  three ', 3, 9, true)).toBe('two')
  expect(passage('one two  three ', 0, 15, true)).toBe('one two  three')
  expect(passage('one\n\u00a0\n\ttwo \n', 3, 11, true)).toBe('two')
  expect(passage('one two', 1, 6, true)).toBe('ne tw')
  expect(passage('one  two', 3, 5, true)).toBeNull()
})

test('line breaks at the ends do not belong to a passage', () => {
  expect(passage('one\n\ntwo\n', 3, 9)).toBe('two')
  expect(passage('one\ntwo', 0, 7)).toBe('one\ntwo')
  expect(passage('one\n\n', 3, 5)).toBeNull()
  expect(passage('one', 2, 2)).toBeNull()
})

test('a passage of another program is as long as its words: line breaks at its ends, and no others, are left out', () => {
  const doc = Text.of(['one', '', 'two', 'three', ''])
  expect(withoutBreaks(doc, 0, 4)).toEqual({ from: 0, to: 3 })
  expect(withoutBreaks(doc, 0, 9)).toEqual({ from: 0, to: 8 })
  expect(withoutBreaks(doc, 3, doc.length)).toEqual({ from: 5, to: 14 })
  expect(withoutBreaks(doc, 5, 14)).toEqual({ from: 5, to: 14 })
  const { from, to } = withoutBreaks(doc, 3, 5)
  expect(from).toBe(to)
})
