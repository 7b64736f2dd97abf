/** Of the project as a whole: its chat, and what it keeps among its preferences. */
import { z } from 'zod'
import type { Filter } from '../../rules/analysis/filters.ts'
import { flag, id, maybe, returnsId, returnsNothing, takenAs, text } from './command.ts'

export const projectCommands = {
  sendChatMessage: returnsId({ message: text }),
  removeChatMessage: returnsNothing({ messageId: id }),

  /** `value` is JSON text for the settings of 1 §3, plain text for the system's. */
  setPreference: returnsNothing({ key: text, value: text }),
  /** The whole list of words that counts leave out (`rules/analysis/stopList.ts`). */
  setStopList: returnsNothing({ words: z.array(z.object({ value: text, selected: flag })) }),
  /** A new one, or in place of that with this id; returns its id. */
  saveQuery: returnsId({
    title: text,
    textSearch: text,
    filters: z.array(takenAs<Filter>(z.looseObject({}))),
    selectedQuirkId: id,
    queryId: maybe(id),
  }),
  renameQuery: returnsNothing({ queryId: id, title: text }),
  removeQuery: returnsNothing({ queryId: id }),
  /** A new one, or in place of that with this id; returns its id. */
  saveStatement: returnsId({ title: text, sql: text, statementId: maybe(id) }),
  removeStatement: returnsNothing({ statementId: id }),
}
