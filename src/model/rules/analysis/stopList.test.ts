import { describe, expect, test } from 'vitest'
import {
  languageOf,
  leavingOut,
  longestStopWord,
  matchingWords,
  mostStopWords,
  readStopList,
  refusedWord,
  stopListProblem,
  typedWord,
  usualStopList,
  withWords,
  wordsLeftOut,
} from './stopList.ts'

const on = (value: string) => ({ value, selected: true })
const off = (value: string) => ({ value, selected: false })

describe('stop list (1 §5)', () => {
  test("one word only: typing a space shows 'onlyOneWord' and removes the last character", () => {
    expect(typedWord('wor', 'wo')).toEqual({ text: 'wor', problem: null })
    expect(typedWord('word ', 'word')).toEqual({ text: 'word', problem: { kind: 'onlyOneWord' } })
    expect(typedWord('wo rd', 'word')).toEqual({ text: 'word', problem: { kind: 'onlyOneWord' } })
    expect(typedWord(' ', '')).toEqual({ text: '', problem: { kind: 'onlyOneWord' } })
    expect(typedWord('  two words', '')).toEqual({ text: 'two', problem: { kind: 'onlyOneWord' } })
  })

  test('an empty word gives wordEmpty, an existing word wordAlreadyExists, whatever its case and apostrophe', () => {
    expect(refusedWord([on('the')], '  ')).toEqual({ kind: 'wordEmpty' })
    expect(refusedWord([off('Don’t')], "don't")).toEqual({ kind: 'wordAlreadyExists', word: "don't" })
    expect(refusedWord([on('the')], 'two words')).toEqual({ kind: 'onlyOneWord' })
    expect(refusedWord([on('the')], 'then')).toBeNull()
  })

  test('the list filters by substring', () => {
    const list = [on('the'), off('Other'), on('of')]
    expect(matchingWords(list, 'THE').map(({ value }) => value)).toEqual(['the', 'Other'])
    expect(matchingWords(list, ' ')).toEqual(list)
  })
})

test('the default stop list comes from the translations, all selected (1 §9)', () => {
  expect(usualStopList('the of  the\nand')).toEqual([on('the'), on('of'), on('and')])
})

test('only selected words are left out; one that is left out anew is selected again or comes first', () => {
  const list = [on('the'), off('Of')]
  expect(wordsLeftOut(list)).toEqual(['the'])
  expect(leavingOut(list, 'of')).toEqual([on('the'), on('Of')])
  expect(leavingOut(list, 'trust')).toEqual([on('trust'), on('the'), off('Of')])
  expect(withWords(list, [on('OF'), on('und')])).toEqual([on('the'), on('Of'), on('und')])
})

describe('what is stored', () => {
  test('is read as far as it is such a list', () => {
    expect(readStopList(undefined)).toBeNull()
    expect(readStopList('{')).toBeNull()
    expect(readStopList('{"a":1}')).toBeNull()
    expect(readStopList('[]')).toEqual([])
    const stored = [
      { value: 'the', selected: false },
      { value: 'THE' },
      { value: 'two words' },
      'of',
      null,
      { value: 'of' },
    ]
    expect(readStopList(JSON.stringify(stored))).toEqual([off('the'), on('of')])
  })

  test('is only kept where it is one', () => {
    expect(stopListProblem([on('the'), off('of')])).toBeNull()
    expect(stopListProblem([on('')])).toEqual({ kind: 'wordEmpty' })
    expect(stopListProblem([on('a b')])).toEqual({ kind: 'onlyOneWord' })
    expect(stopListProblem([on('the'), on('The')])).toEqual({ kind: 'wordAlreadyExists', word: 'The' })
    expect(stopListProblem([on('x'.repeat(longestStopWord + 1))])).toEqual({ kind: 'tooLong', most: longestStopWord })
    const many = Array.from({ length: mostStopWords + 1 }, (_, n) => on(`w${n}`))
    expect(stopListProblem(many)).toEqual({ kind: 'tooLong', most: mostStopWords })
  })
})

test('texts are of the language whose usual words they have most of, or of none', () => {
  const lists = { de: 'und die nicht ist', en: 'and the not is', fr: 'et le ne est' }
  const of = (text: string) =>
    languageOf(
      text.split(' ').map((word, n) => ({ word, count: 10 - n })),
      lists,
    )
  expect(of('die garten und ist schön')).toBe('de')
  expect(of('The garden and')).toBe('en')
  expect(of('jardin le est')).toBe('fr')
  expect(of('il giardino bello molto')).toBeNull()
  expect(languageOf([], lists)).toBeNull()
})
