/**
 * In which order are questions shown?
 *
 * Promises: by their order; equals (two people added one at once) by id.
 */
import type { Question } from '../schema.ts'

export const inOrder = (questions: Iterable<Question>): Question[] =>
  [...questions].sort((a, b) => a.questionOrder - b.questionOrder || a.id - b.id)
