/** A past state of a protected project, as its server tells it, opened: what it cannot edit is edited here. */
import type { PastState } from '../../../src/model/history.ts'
import { columnar, rowsOf } from '../../../src/model/operations.ts'
import { refuse } from '../../../src/model/problems.ts'
import { type AnyRow, keyOf, type Table } from '../../../src/model/schema.ts'
import type { Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import { openRow } from '../../../src/model/sealing/sealedRows.ts'
import { openUndo } from '../../../src/model/sealing/sealedSteps.ts'
import { applyStep, type EditStep } from '../../../src/model/text/edit.ts'
import { parseHtml, type RichText, toHtml } from '../../../src/model/text/richText.ts'

/** Throws Refusal truncatedProject where something does not open. */
export function openedState({ parts, name }: Sealing, state: PastState): PastState {
  const damaged = () => refuse({ kind: 'truncatedProject', name })
  const { rows: sealed, undone = {}, ...rest } = state
  const opened = (table: Table, row: AnyRow): AnyRow => {
    const plain = openRow(parts, table, row) ?? damaged()
    const id = row[keyOf(table)] as number
    if (table !== 'question_answers' || !undone[id]) return plain
    const steps = undone[id].flatMap((step) => openUndo(parts, id, step) ?? damaged())
    return { ...plain, answer: toHtml(afterSteps(parseHtml(String(plain.answer)), steps) ?? damaged()) }
  }
  const rows = Object.entries(sealed).map(([table, columns]) => [
    table,
    columnar(rowsOf(columns, keyOf(table as Table)).map((row) => opened(table as Table, row))),
  ])
  return { ...rest, rows: Object.fromEntries(rows) }
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
