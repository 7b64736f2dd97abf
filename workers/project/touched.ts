/** What a batch of effects may have changed of what a page shows: for the watchers, and for the counts. */
import type { Edit, Effect } from '../../src/model/change.ts'
import type { AnyRow, Key, Table } from '../../src/model/schema.ts'

export interface Touched {
  rows: Map<Table, Set<Key>>
  /** Answers, as "sourceId questionId", whose highlights and memos have moved with their text. */
  moved: Set<string>
  /** For each answer whose text differs, the edits that lead to it; null: they cannot tell, it is posted whole. */
  texts: Map<number, { edits: Edit[] | null; session: string | null }>
}

export const placeKey = (row: { sourceId: number; questionId: number }): string => `${row.sourceId} ${row.questionId}`

export function touchedBy(effects: readonly Effect[]): Touched {
  const touched: Touched = { rows: new Map(), moved: new Set(), texts: new Map() }
  const touch = (table: Table, id: Key) => touched.rows.set(table, (touched.rows.get(table) ?? new Set()).add(id))
  for (const effect of effects) {
    if (effect.op === 'edit') touched.moved.add(placeKey(effect))
    else touch(effect.table, effect.id)
    if (effect.op !== 'edit' && effect.table === 'question_answers')
      touched.texts.set(effect.id as number, { edits: null, session: null })
    for (const { before, after } of highlightMoves([effect])) {
      for (const row of [before, after]) {
        if (!row) continue
        touch('quirks', row.quirkId as number)
        if (row.sourceId !== undefined) touch('sources', row.sourceId as number)
      }
    }
  }
  return touched
}

interface Move {
  before?: AnyRow
  after?: AnyRow
}

/** Highlights that came, went or changed their quirk, those that went with their words included. */
export function highlightMoves(effects: readonly Effect[]): Move[] {
  return effects.flatMap((effect): Move[] => {
    if (effect.op === 'edit')
      return effect.inverse
        .flatMap((step) => (step.type === 'text' ? (step.gives ?? []) : []))
        .flatMap((gives) => (gives.table === 'highlights' && gives.row ? [{ before: gives.row as AnyRow }] : []))
    if (effect.table !== 'highlights') return []
    if (effect.op === 'insert') return [{ after: effect.row }]
    if (effect.op === 'remove') return [{ before: effect.row }]
    return 'quirkId' in effect.set ? [{ before: effect.was, after: effect.set }] : []
  })
}
