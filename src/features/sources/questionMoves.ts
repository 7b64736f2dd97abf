/**
 * Where does each question stand when one of them is moved?
 *
 * Promises: afterwards the orders count from 0 without gaps or equals, and only questions whose order differs are named.
 */
import type { Question } from '../../model/schema.ts'

export type QuestionMove = { questionId: number; questionOrder: number }

/** `ordered` as `inOrder` answers them; from and to are indexes in it. */
export function questionMoves(ordered: readonly Question[], from: number, to: number): QuestionMove[] {
  const next = [...ordered]
  const [moved] = next.splice(from, 1)
  if (!moved || to < 0 || to > next.length || to === from) return []
  next.splice(to, 0, moved)
  return next.flatMap(({ id, questionOrder }, at) =>
    questionOrder === at ? [] : { questionId: id, questionOrder: at },
  )
}
