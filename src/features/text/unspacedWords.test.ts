import { EditorSelection, Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { endOfWord, wordAt, wordToDelete } from './unspacedWords.ts'

const line = 'ฉันรักภาษาไทย and 東京の大学'
const doc = Text.of(['Above.', line])
const begin = 'Above.\n'.length
const place = (words: string) => begin + line.indexOf(words)
const wordOf = (pos: number, side: number) => {
  const word = wordAt(doc, pos, side)
  return word && doc.sliceString(word.from, word.to)
}

test('Thai and Chinese characters are words as their language has them', () => {
  expect(wordOf(place('รัก') + 1, 1)).toBe('รัก')
  expect(wordOf(place('รัก'), -1)).toBe('ฉัน')
  expect(wordOf(place('大学'), 1)).toBe('大学')
  expect(wordOf(place('and'), 1)).toBeNull()
  expect(wordOf(0, 1)).toBeNull()
})

test('moving by word stops at each of them, either way; elsewhere where it would anyhow', () => {
  const move = (from: number, to: number) =>
    endOfWord(doc, EditorSelection.cursor(from), EditorSelection.cursor(to), from < to).head
  expect(move(place('ฉัน'), place(' and'))).toBe(place('รัก'))
  expect(move(place(' and'), place('ฉัน'))).toBe(place('ไทย'))
  expect(move(place(' 東京'), place('大学') + 2)).toBe(place('の'))
  expect(move(place('and'), place(' 東京'))).toBe(place(' 東京'))
  expect(move(0, 5)).toBe(5)
})

test('deleting by word takes one of them, with one space before it; what is written with spaces is left to the editor', () => {
  const deleted = (caret: number, moved: number) => {
    const word = wordToDelete(doc, caret, moved)
    return word && doc.sliceString(word.from, word.to)
  }
  expect(deleted(place(' and'), place('ไทย'))).toBe('ไทย')
  expect(deleted(place('ฉัน'), place('รัก'))).toBe('ฉัน')
  expect(deleted(place(' 東京'), place('の'))).toBe(' 東京')
  expect(deleted(place(' and'), place(' 東京'))).toBeNull()
  // Over the end of a line: that goes alone.
  expect(deleted(begin - 1, place('รัก'))).toBeNull()
})
