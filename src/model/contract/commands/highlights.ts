import { z } from 'zod'
import { id, ids, maybe, passage, returns, returnsId, returnsNothing, seen, text } from './command.ts'

const passagePlace = z.object(passage)
export type PassagePlace = z.infer<typeof passagePlace>

const stretch = { start: maybe(z.int()), length: maybe(z.int()) }

export const highlightCommands = {
  createHighlight: returnsId({ ...passage, ...seen, quirkId: id }),
  /** As many passages in one step; returns how many highlights there are of them. */
  createHighlights: returns<number>()({ quirkId: id, passages: z.array(passagePlace) }),
  /** Another stretch, or another quirk. */
  updateHighlight: returnsNothing({ ...seen, highlightId: id, ...stretch, quirkId: maybe(id) }),
  /** Takes words out of it: what stands before and after them stays highlighted. */
  cutHighlight: returnsNothing({ ...seen, highlightId: id, start: z.int(), length: z.int() }),
  removeHighlights: returnsNothing({ highlightIds: ids }),

  /** On a passage; on a source as a whole at start 0 with length 0. */
  createMemo: returnsId({ ...passage, ...seen, content: text }),
  updateMemo: returnsNothing({ memoId: id, content: maybe(text), ...stretch }),
  removeMemos: returnsNothing({ memoIds: ids }),
}
