/** A past state of a protected project, as its server tells it, opened: what it cannot edit is edited here. */
import type { PastState } from '../../../src/model/history.ts'
import { columnar, rowsOf } from '../../../src/model/operations.ts'
import { refuse } from '../../../src/model/problems.ts'
import { type AnyRow, keyOf, type Table } from '../../../src/model/schema.ts'
import type { KeyParts } from '../../../src/model/sealing/keys.ts'
import { sealedLength } from '../../../src/model/sealing/sealedForm.ts'
import type { Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import { openRow } from '../../../src/model/sealing/sealedRows.ts'
import { openUndo, unreadStep } from '../../../src/model/sealing/sealedSteps.ts'
import { applyStep, type EditStep } from '../../../src/model/text/edit.ts'
import { parseHtml, type RichText, toHtml } from '../../../src/model/text/richText.ts'

/**
 * `answerHere`: an answer as this copy has it, as HTML. What does not open keeps nobody from the rest: where somebody without the key has edited a text, the words that this
 * has taken away come back as signs (`unread.ts`), and all others as they were. Throws Refusal truncatedProject where a step does not fit.
 */
export function openedState(
  { parts, name }: Sealing,
  state: PastState,
  answerHere: (id: number) => string | undefined,
): PastState {
  const damaged = () => refuse({ kind: 'truncatedProject', name })
  const { rows: sealed, undone = {}, ...rest } = state
  const opened = (table: Table, row: AnyRow): AnyRow => {
    const id = row[keyOf(table)] as number
    const here = table === 'question_answers' && undone[id] ? insteadOf(parts, row, answerHere(id)) : null
    const plain = here ?? openRow(parts, table, row) ?? damaged()
    if (table !== 'question_answers' || !undone[id]) return plain
    const steps = undone[id].flatMap((step) => openUndo(parts, id, step) ?? unreadStep(step) ?? damaged())
    return { ...plain, answer: toHtml(afterSteps(parseHtml(String(plain.answer)), steps) ?? damaged()) }
  }
  const rows = Object.entries(sealed).map(([table, columns]) => [
    table,
    columnar(rowsOf(columns, keyOf(table as Table)).map((row) => opened(table as Table, row))),
  ])
  return { ...rest, rows: Object.fromEntries(rows) }
}

/**
 * Of an answer that does not open this copy may know most, since it has followed the edits of those who have the key. null: it opens, or this copy
 * has another text.
 */
function insteadOf({ text, iv }: KeyParts, row: AnyRow, answer: string | undefined): AnyRow | null {
  if (answer === undefined || openRow({ text, iv }, 'question_answers', row)) return null
  return parseHtml(answer).text.length === sealedLength(String(row.answer)) ? { ...row, answer } : null
}

/** null: a step does not fit. */
function afterSteps(rich: RichText, steps: readonly EditStep[]): RichText | null {
  try {
    return steps.reduce((text, step) => applyStep(text, step).rich, rich)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
