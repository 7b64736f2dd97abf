import type { AnswerRow } from '../../model/queries.ts'

/** At which question a source opens: at the one that is shown, or where it has no answer at the first that has one. `open`: those with a tab, by id. */
export function answeredQuestion(
  answers: readonly Pick<AnswerRow, 'questionId' | 'answerId' | 'empty'>[],
  open: readonly number[],
  shown: number,
): number {
  const isAnswered = (id: number) =>
    answers.some(({ questionId, answerId, empty }) => questionId === id && answerId !== null && !empty)
  return isAnswered(shown) ? shown : (open.find(isAnswered) ?? shown)
}
