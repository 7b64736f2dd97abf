import { expect, test } from 'vitest'
import { shownAround } from './snippet.ts'

test('what is around a match is shown without parts of words', () => {
  const around = { before: 'ld the others that the ', after: ' list goes on until S', cutBefore: true, cutAfter: true }
  expect(shownAround(around)).toEqual({ before: '…the others that the ', after: ' list goes on until…' })
})

test('at the beginning and the end of a text nothing is left out, nor where no space is written', () => {
  expect(shownAround({ before: 'I was ', after: ' at last', cutBefore: false, cutAfter: false })).toEqual({
    before: 'I was ',
    after: ' at last',
  })
  expect(shownAround({ before: '水を', after: 'やる', cutBefore: true, cutAfter: true })).toEqual({
    before: '…水を',
    after: 'やる…',
  })
})
