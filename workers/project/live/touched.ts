/** What a batch of effects may have changed of what a page shows: for the watchers, and for the counts. */
import type { Edit, Effect } from '../../../src/model/change.ts'
import { type AnyRow, type Key, spec, type Table } from '../../../src/model/schema.ts'

export interface Touched {
  rows: Map<Table, Set<Key>>
  /** Rows that lie on a text, by their table and answer (`placedAt`). */
  placed: Map<string, Set<Key>>
  /** Answers, as "sourceId questionId", whose highlights and memos have moved with their text. */
  moved: Set<string>
  /** The quirks and the sources that may have another number of highlights. */
  counted: Record<'quirks' | 'sources', Set<Key>>
  /** For each answer whose text differs, the edits that lead to it; null: they cannot tell, it is posted whole. `by`: another person. */
  texts: Map<number, { edits: Edit[] | null; session: string | null; by: string | null }>
}

interface AnswerKey {
  sourceId: number
  questionId: number
}

export const placeKey = (row: AnswerKey): string => `${row.sourceId} ${row.questionId}`
export const placedAt = (table: Table, row: AnswerKey): string => `${table} ${placeKey(row)}`

export function touchedBy(effects: readonly Effect[]): Touched {
  const touched: Touched = {
    rows: new Map(),
    placed: new Map(),
    moved: new Set(),
    counted: { quirks: new Set(), sources: new Set() },
    texts: new Map(),
  }
  for (const effect of effects) {
    if (effect.op === 'edit') touched.moved.add(placeKey(effect))
    else {
      add(touched.rows, effect.table, effect.id)
      if (spec(effect.table).onText)
        for (const place of placesOf(effect)) add(touched.placed, placedAt(effect.table, place), effect.id)
      if (effect.table === 'question_answers')
        touched.texts.set(effect.id as number, { edits: null, session: null, by: null })
    }
  }
  eachMove(effects, (before, after) => {
    for (const row of [before, after]) {
      if (row?.quirkId !== undefined) touched.counted.quirks.add(row.quirkId)
      if (row?.sourceId !== undefined) touched.counted.sources.add(row.sourceId)
    }
  })
  return touched
}

function add<K>(sets: Map<K, Set<Key>>, of: K, id: Key): void {
  const known = sets.get(of)
  if (known) known.add(id)
  else sets.set(of, new Set([id]))
}

/** Where a row that lies on a text lay and lies; both, where it came back elsewhere. */
function placesOf(effect: Exclude<Effect, Edit>): AnswerKey[] {
  if (effect.op !== 'update') return [effect.row as unknown as AnswerKey]
  const { place, was, set } = effect
  const moved = 'sourceId' in was || 'questionId' in was
  return moved ? [{ ...place, ...was } as AnswerKey, { ...place, ...set } as AnswerKey] : place ? [place] : []
}

/** Highlights that came, went or changed their quirk, those that went with their words included. */
export function eachMove(
  effects: readonly Effect[],
  each: (before: AnyRow | undefined, after: AnyRow | undefined) => void,
): void {
  for (const effect of effects) {
    if (effect.op === 'edit') eachTaken(effect, each)
    else if (effect.table !== 'highlights') continue
    else if (effect.op === 'insert') each(undefined, effect.row)
    else if (effect.op === 'remove') each(effect.row, undefined)
    else if ('quirkId' in effect.set || 'sourceId' in effect.set) each(effect.was, effect.set)
  }
}

function eachTaken(effect: Extract<Effect, { op: 'edit' }>, each: (before: AnyRow, after: undefined) => void): void {
  for (const step of effect.inverse)
    for (const gives of step.type === 'text' ? (step.gives ?? []) : [])
      if (gives.table === 'highlights' && gives.row) each(gives.row as AnyRow, undefined)
}
