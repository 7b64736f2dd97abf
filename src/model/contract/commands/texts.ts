import { z } from 'zod'
import type { EditStep } from '../../text/edit.ts'
import { answer, id, maybe, returns, returnsId, returnsNothing, takenAs, text } from './command.ts'

const answerPlace = z.object(answer)
export type AnswerPlace = z.infer<typeof answerPlace>

const change = z.object({ from: z.int(), to: z.int(), insert: text })

export const textCommands = {
  createQuestion: returnsId({ question: text }),
  updateQuestion: returnsNothing({ questionId: id, question: maybe(text), questionOrder: maybe(z.int()) }),
  removeQuestion: returnsNothing({ questionId: id }),
  /** An empty answer where a source has none yet. */
  createAnswer: returnsId(answer),
  /** Changes on the plain text, ascending and apart, with positions in the text before the edit. */
  editAnswer: returnsNothing({ ...answer, changes: z.array(change) }),
  /**
   * Who is called `from` at the beginning of paragraphs, before a colon, is called `to`: in one text, or where none is given in all of the project. Whoever is called
   * `to` already is the same person then. Returns how many paragraphs it was.
   */
  renameSpeaker: returns<number>()({ from: text, to: text, place: maybe(answerPlace) }),
  /** Steps of an editing session; `tick` is that of the text they start from (see the query `answer`). */
  editAnswerSteps: returns<{ tick: number } | { behind: true }>()({
    ...answer,
    steps: z.array(takenAs<EditStep>(z.looseObject({}))),
    tick: z.int(),
    session: text,
  }),
}
