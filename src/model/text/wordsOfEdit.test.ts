import { ChangeSet, type ChangeSpec } from '@codemirror/state'
import { expect, it } from 'vitest'
import type { EditStep } from './step.ts'
import { wordsOfEdit } from './wordsOfEdit.ts'

/** Steps on a text of ten units, each on what the one before it has left. */
function words(...specs: ChangeSpec[]): string[] {
  let length = 10
  return wordsOfEdit(
    specs.map((spec): EditStep => {
      const changes = ChangeSet.of(spec, length)
      length = changes.newLength
      return { type: 'text', changes: changes.toJSON(), format: { marks: [], kinds: [], images: [] } }
    }),
  )
}

it('says what is typed on as one, with what was corrected in it', () => {
  expect(words({ from: 4, insert: ' teh' }, { from: 6, to: 8, insert: 'he' }, { from: 8, insert: ' sea' })).toEqual([
    'the sea',
  ])
  expect(words({ from: 4, insert: 'c' }, { from: 4, insert: 'b' }, { from: 4, insert: 'a' })).toEqual(['abc'])
  expect(words({ from: 4, insert: 'one\n' }, { from: 8, insert: 'two' })).toEqual(['one two'])
  expect(words({ from: 4, insert: 'gone' }, { from: 4, to: 8 })).toEqual([])
})

it('says apart what stands apart, wherever the text before it has moved it', () => {
  expect(words({ from: 4, insert: 'one' }, { from: 9, insert: 'two' })).toEqual(['one', 'two'])
  expect(words({ from: 4, insert: 'one' }, { from: 0, to: 3 }, { from: 4, insert: '-' })).toEqual(['one-'])
  expect(words({ from: 4, insert: 'one' }, { from: 0, to: 3 }, { from: 7, insert: 'two' })).toEqual(['one', 'two'])
  expect(words({ from: 4, insert: 'one' }, { from: 2, to: 5, insert: 'X' }, { from: 5, insert: 'two' })).toEqual([
    'one',
    'X',
    'two',
  ])
  expect(
    words(
      [
        { from: 1, insert: 'a' },
        { from: 5, insert: 'b' },
      ],
      { from: 7, insert: 'c' },
    ),
  ).toEqual(['a', 'bc'])
})
