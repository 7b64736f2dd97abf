/** Which text: the answer of a source to a question. */
export interface AnswerPlace {
  sourceId: number
  questionId: number
}
