import { expect, test } from 'vitest'
import { foldedCodePoints, foldTable, wordClasses } from './caseFolding.ts'

const letters: string[] = []
for (let code = 0; code < foldedCodePoints; code += 1)
  if (code < 0xd800 || code >= 0xe000) letters.push(String.fromCodePoint(code))
const codeOf = (letter: string) => letter.codePointAt(0) as number
const folded = (letter: string) => {
  const code = codeOf(letter)
  return String.fromCodePoint((code & 0x10000) | (foldTable()[code] as number))
}

test('two code points fold to the same exactly where a regular expression with iu takes them for the same', () => {
  const byFold = Map.groupBy(letters, folded)
  const all = letters.join('')
  let classes = 0
  for (const letter of letters) {
    const mine = byFold.get(folded(letter)) as string[]
    // What has no case is alone, to the expression too; one expression tells all that are like a letter.
    if (mine.length === 1 && !/\p{Cased}|\p{Changes_When_Casefolded}/u.test(letter)) continue
    classes += 1
    const escaped = /[A-Za-z]/.test(letter) || codeOf(letter) > 0x7f ? letter : `\\${letter}`
    expect(all.match(new RegExp(escaped, 'giu')), `U+${codeOf(letter).toString(16)}`).toEqual(mine)
  }
  expect(classes).toBeGreaterThan(2800)
  // Those that were passed over: not even all together are they like anything but themselves.
  const alone = letters.filter((letter) => byFold.get(folded(letter))?.length === 1)
  for (let from = 0; from < alone.length; from += 4096) {
    const some = alone.slice(from, from + 4096)
    const pattern = new RegExp(`[${some.map((letter) => `\\u{${codeOf(letter).toString(16)}}`).join('')}]`, 'giu')
    expect(all.match(pattern)).toEqual(some)
  }
})

test('folding never changes the length in UTF-16 units, and makes UTF-8 at most half as long again', () => {
  const encoder = new TextEncoder()
  for (const letter of letters) {
    const to = folded(letter)
    expect(to.length).toBe(letter.length)
    if (to !== letter) expect(encoder.encode(to).length).toBeLessThanOrEqual(encoder.encode(letter).length * 1.5)
  }
})

test.each([
  ['A', 'a'],
  ['Å', 'å'], // the sign of the unit
  ['K', 'k'], // Kelvin
  ['ſ', 's'],
  ['ς', 'σ'],
  ['ẞ', 'ß'],
  ['ᾼ', 'ᾳ'],
  ['İ', 'İ'],
  ['ı', 'ı'],
  ['ß', 'ß'],
  ['𐐀', '𐐨'],
])('%s folds to %s', (letter, to) => {
  expect(folded(letter)).toBe(to)
})

test('letters, marks and numbers are words', () => {
  const isWord = (letter: string) =>
    (((wordClasses()[codeOf(letter) >> 3] as number) >> (codeOf(letter) & 7)) & 1) === 1
  for (const letter of ['a', 'é', '\u0301', '7', '½', 'Ω', '信', 'ไ', '𐐀']) expect(isWord(letter), letter).toBe(true)
  for (const letter of [' ', '-', "'", '…', '😀', '\u200d', '\u00ad']) expect(isWord(letter), letter).toBe(false)
})
