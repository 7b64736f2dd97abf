import { expect, test } from 'vitest'
import { questionsShown } from './questionsShown.ts'

const answers = [
  { questionId: 1, empty: false },
  { questionId: 2, empty: true },
  { questionId: 3, empty: false },
]

test('a source has tabs for what it answers, and for what is shown', () => {
  expect(questionsShown(answers, [3, 2, 1], 1, [])).toEqual([3, 1])
  expect(questionsShown(answers, [1, 2, 3], 2, [])).toEqual([1, 2, 3])
  expect(questionsShown(answers, [1, 2], 1, [])).toEqual([1])
})

test('a source that answers nothing yet has them all', () => {
  const none = answers.map((answer) => ({ ...answer, empty: true }))
  expect(questionsShown(none, [1, 2, 3], 1, [])).toEqual([1, 2, 3])
  expect(questionsShown(answers, [2], 2, [])).toEqual([2])
})

test('until that is known the one that is shown has a tab, and none goes that was there', () => {
  expect(questionsShown(undefined, [1, 2, 3], 2, [])).toEqual([2])
  expect(questionsShown(answers, [1, 2, 3], 1, [2])).toEqual([1, 2, 3])
})
