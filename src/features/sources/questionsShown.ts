import type { AnswerRow } from '../../model/queries.ts'

/**
 * Which questions have a tab over a source: those that it answers, and the one that is shown, so that an interview has no tabs of a survey. All
 * of `open` where it answers none of them, since it is yet to be written. `before`: what had a tab already while this source was shown, and
 * keeps it, so that none goes while somebody writes. Ids, in the order of `open`.
 */
export function questionsShown(
  answers: readonly Pick<AnswerRow, 'questionId' | 'empty'>[] | undefined,
  open: readonly number[],
  shown: number,
  before: readonly number[],
): number[] {
  const answered = new Set(answers?.filter(({ empty }) => !empty).map(({ questionId }) => questionId))
  const isBare = answers !== undefined && !open.some((id) => answered.has(id))
  return open.filter((id) => isBare || answered.has(id) || id === shown || before.includes(id))
}
