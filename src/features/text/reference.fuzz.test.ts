import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { citedParagraphs } from '../../model/text/citedParagraphs.ts'
import { random } from '../../model/text/randomRich.ts'
import { paragraphsOf, paragraphText, quotedWords } from './reference.ts'
import { wordedLines } from './wordedLines.ts'

const lines = ['First.', '', ' ', 'The second paragraph', 'and a third.', '']
const doc = Text.of(lines)
const at = (words: string) => {
  const from = lines.join('\n').indexOf(words)
  return { from, to: from + words.length }
}

test('a paragraph is a line that is not blank, counted from 1', () => {
  expect(paragraphText(paragraphsOf(doc, at('First')))).toBe('1')
  expect(paragraphText(paragraphsOf(doc, at('second')))).toBe('2')
  expect(paragraphText(paragraphsOf(doc, at('paragraph\nand')))).toBe('2–3')
})

test('blanks and line breaks at the ends of a passage are no paragraph of it', () => {
  expect(paragraphsOf(doc, at('First.\n\n'))).toEqual([1, 1])
  expect(paragraphsOf(doc, at('\n\n \nThe second'))).toEqual([2, 2])
  expect(paragraphsOf(doc, at('The second paragraph\n'))).toEqual([2, 2])
})

test('blank lines, and a caret in one, are cited by the paragraph before', () => {
  expect(paragraphsOf(doc, { from: 7, to: 8 })).toEqual([1, 1])
  expect(paragraphsOf(doc, { from: doc.length, to: doc.length })).toEqual([3, 3])
  expect(paragraphsOf(Text.of(['', '']), { from: 0, to: 1 })).toEqual([1, 1])
})

/** Told by looking at every line. */
function plainly(all: readonly string[], from: number, to: number): [number, number] {
  const paragraphs: { begin: number; end: number }[] = []
  let begin = 0
  for (const line of all) {
    if (line.trim() !== '') paragraphs.push({ begin, end: begin + line.length })
    begin += line.length + 1
  }
  const touched = paragraphs.flatMap((it, at) => (it.begin < to && it.end > from ? [at + 1] : []))
  const before = Math.max(1, paragraphs.filter((it) => it.begin < Math.max(to, from + 1)).length)
  return from === to ? [before, before] : [touched[0] ?? before, touched.at(-1) ?? before]
}

test.each([1, 2, 3])('the editor, the exports and plain counting agree, however long the text, seed %i', (seed) => {
  const draw = random(seed)
  const pick = (end: number) => draw.below(end)
  const all = Array.from(
    { length: 1 + pick(400) },
    () => ['', ' ', '\t ', 'word', ' two words', '\ufffc'][pick(6)] as string,
  )
  const text = all.join('\n')
  let tree = Text.of(all)
  const cited = citedParagraphs(text)
  for (let round = 0; round < 300; round++) {
    const from = pick(text.length + 1)
    const to = Math.min(text.length, from + pick(30))
    expect([seed, from, to, ...paragraphsOf(tree, { from, to })]).toEqual([seed, from, to, ...plainly(all, from, to)])
    expect([from, to, ...cited(from, to)]).toEqual([from, to, ...plainly(all, from, to)])
  }
  for (let round = 0; round < 30; round++) {
    tree = tree.replace(pick(tree.length + 1), tree.length, Text.of(['x', '', ' ', 'y'].slice(pick(4))))
    const upTo = pick(tree.lines + 1)
    const plain = tree.toString().split('\n').slice(0, upTo)
    expect(wordedLines(tree, upTo)).toBe(plain.filter((line) => line.trim() !== '').length)
  }
})

test('quoted words stand on one line', () => {
  expect(quotedWords(doc, at('second paragraph\nand a'))).toBe('second paragraph and a')
})
