import { expect, test } from 'vitest'
import type { EditStep } from '../../../model/text/edit.ts'
import { endOf } from './othersCarets.ts'

const text = (changes: unknown): EditStep => ({
  type: 'text',
  changes: changes as never,
  format: { marks: [], kinds: [], images: [] } as never,
})

test('a caret stands at the end of what was written last, in the text after all of it', () => {
  expect(endOf([text([10, [0, 'abc'], 5])])).toBe(13)
  expect(endOf([text([10, [4], 5])])).toBe(10)
  expect(endOf([text([10, [0, 'abc'], 5]), text([2, [0, 'x'], 16])])).toBe(3)
  expect(endOf([text([2, [0, 'x'], 13]), text([10, [0, 'abc'], 6])])).toBe(13)
  expect(endOf([])).toBeNull()
})
