import { expect, test } from 'vitest'
import { wordsAround } from './snippet.ts'

const text = 'This bench is my place. From here I see who comes and goes.'
const around = (words: string, bound: number) =>
  wordsAround(text, { start: text.indexOf(words), length: words.length }, bound)

test('around a passage no word is cut, and a sign says where the text goes on', () => {
  expect(around('From here', 16)).toEqual({ before: '…is my place. ', after: ' I see who comes…' })
})

test('no sign stands at the beginning and at the end of the text', () => {
  expect(around('From here', 200)).toEqual({ before: 'This bench is my place. ', after: ' I see who comes and goes.' })
  expect(around('This bench', 13)).toEqual({ before: '', after: ' is my place.…' })
})

test('in scripts that write no spaces letters are shown up to the bound', () => {
  const written = '私たちは庭で水をやりました'
  expect(wordsAround(written, { start: 6, length: 1 }, 3)).toEqual({ before: '…は庭で', after: 'をやり…' })
})
