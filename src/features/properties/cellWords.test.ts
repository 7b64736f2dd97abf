import { describe, expect, it } from 'vitest'
import { cellText, cellWords, sameWords } from './cellWords.ts'

const of = (multiple: boolean, ...values: string[]) => ({ multiple, withComma: values })

describe('2 §4: the words of a cell', () => {
  it.each([
    ['', true, []],
    ['  ', false, []],
    ['Nurse', false, ['Nurse']],
    ['Berlin, Mitte', false, ['Berlin, Mitte']],
    ['a, b ,c', true, ['a', 'b', 'c']],
    [',a,,b,', true, ['a', 'b']],
    ['a, A, á', true, ['a', 'á']],
    ['two\nlines', false, ['two lines']],
  ])('%j where several may be: %j', (text, multiple, words) => {
    expect(cellWords(text, of(multiple))).toEqual(words)
  })

  it('a value with a comma in it is found where it is known', () => {
    const names = of(true, 'Berlin, Mitte', 'a, b, c', 'a, b')
    expect(cellWords('berlin, mitte, Bonn', names)).toEqual(['berlin, mitte', 'Bonn'])
    expect(cellWords('a,b,c,a,b', names)).toEqual(['a, b, c', 'a, b'])
    expect(cellWords(cellText(['a, b', 'x']), names)).toEqual(['a, b', 'x'])
  })
})

it('the same words are so in any order and case', () => {
  expect(sameWords(['a', 'B'], ['b', 'A'])).toBe(true)
  expect(sameWords(['a'], ['a', 'b'])).toBe(false)
  expect(sameWords([], [])).toBe(true)
})
