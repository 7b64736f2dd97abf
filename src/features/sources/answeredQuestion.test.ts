import { expect, test } from 'vitest'
import { answeredQuestion } from './answeredQuestion.ts'

const answers = [
  { questionId: 1, answerId: 11, empty: true },
  { questionId: 2, answerId: null, empty: true },
  { questionId: 3, answerId: 13, empty: false },
  { questionId: 4, answerId: 14, empty: false },
]

test('a source opens at the question that is shown, or at the first that it answers', () => {
  expect(answeredQuestion(answers, [1, 2, 3, 4], 4)).toBe(4)
  expect(answeredQuestion(answers, [1, 2, 3, 4], 1)).toBe(3)
  expect(answeredQuestion(answers, [4, 3, 2], 2)).toBe(4)
})

test('where none with a tab is answered, at the one that is shown', () => {
  expect(answeredQuestion(answers, [1, 2], 2)).toBe(2)
  expect(answeredQuestion([], [1], 1)).toBe(1)
})
