import { describe, expect, test } from 'vitest'
import { inOrder } from '../../model/rules/questionOrder.ts'
import type { Question } from '../../model/schema.ts'
import { questionMoves } from './questionMoves.ts'

const asked = (...orders: number[]): Question[] =>
  orders.map((questionOrder, at) => ({ id: at + 1, question: `${at + 1}`, questionOrder }))
/** The ids in their new order, with what is moved written into the rows. */
const moved = (questions: Question[], from: number, to: number) => {
  const moves = new Map(
    questionMoves(inOrder(questions), from, to).map((move) => [move.questionId, move.questionOrder]),
  )
  return inOrder(questions.map((one) => ({ ...one, questionOrder: moves.get(one.id) ?? one.questionOrder }))).map(
    ({ id }) => id,
  )
}

describe('questions are put in another order', () => {
  test('down, up and to the ends', () => {
    expect(moved(asked(0, 1, 2, 3), 0, 2)).toEqual([2, 3, 1, 4])
    expect(moved(asked(0, 1, 2, 3), 3, 0)).toEqual([4, 1, 2, 3])
    expect(moved(asked(0, 1, 2, 3), 1, 3)).toEqual([1, 3, 4, 2])
  })

  test('only those whose place differs are written', () => {
    expect(questionMoves(asked(0, 1, 2, 3), 1, 2)).toEqual([
      { questionId: 3, questionOrder: 1 },
      { questionId: 2, questionOrder: 2 },
    ])
  })

  test('equal and far orders of several writers come right', () => {
    expect(moved(asked(1, 7, 7, 7, 90), 4, 1)).toEqual([1, 5, 2, 3, 4])
    expect(inOrder(asked(7, 1, 7)).map(({ id }) => id)).toEqual([2, 1, 3])
  })

  test('what leads nowhere changes nothing', () => {
    expect(questionMoves(asked(0, 1), 1, 1)).toEqual([])
    expect(questionMoves(asked(0, 1), 1, 2)).toEqual([])
    expect(questionMoves(asked(0, 1), 0, -1)).toEqual([])
    expect(questionMoves([], 0, 1)).toEqual([])
  })
})
