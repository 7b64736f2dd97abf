import { expect, test } from 'vitest'
import { textBack } from './pastState.ts'

test('going back shows the words that differ, with a little around them, and not the beginning of the text', () => {
  const before = 'Many words stand before what was changed here, and more still. '
  expect(textBack(`${before}He never came.`, `${before}He always came.`)).toEqual({
    changes: [{ before: expect.stringMatching(/^….*He $/), removed: 'never', added: 'always', after: ' came.' }],
    more: false,
  })
  expect(textBack('same', 'same')).toEqual({ changes: [], more: false })
})
