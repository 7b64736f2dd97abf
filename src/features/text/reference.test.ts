import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { paragraphsOf, paragraphText, quotedWords } from './reference.ts'

const doc = Text.of(['First.', '', 'The third paragraph', 'and a fourth.'])

test('a paragraph is a line of the text, counted from 1, empty ones too', () => {
  expect(paragraphText(paragraphsOf(doc, { from: 8, to: 11 }))).toBe('3')
  expect(paragraphText(paragraphsOf(doc, { from: 0, to: 6 }))).toBe('1')
  expect(paragraphText(paragraphsOf(doc, { from: 12, to: 33 }))).toBe('3–4')
})

test('quoted words stand on one line', () => {
  expect(quotedWords(doc, { from: 12, to: 33 })).toBe('third paragraph and a')
})
