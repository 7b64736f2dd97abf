/**
 * Answers: which passages a step highlighted, changed the highlight of, or no longer highlights, in their words; which one, and in which
 * colour, a line of the history can show.
 *
 * Promises: words are those of the highlight and of nothing else. A highlight that is still there is read where it lies now; one that is gone
 * lay in the text of then, and is read only while no text has been edited since. In a protected project whoever has the key reads those that are still there.
 */
import type { Change, Edit, Effect } from '../../src/model/change.ts'
import { type HistoryEntry, longestPassage, oneLine, type PassageDone } from '../../src/model/history.ts'
import type { AnyRow, Table } from '../../src/model/schema.ts'
import type { Db } from '../../wasm/database/db.ts'
import { wrapsOf } from '../../wasm/database/plainTables.ts'

/** Of one step; its parts say how many highlights there were. */
const mostPassages = 5
/** In a line of the history. */
const longestShown = 80

interface Lying {
  sourceId: number
  questionId: number
  quirkId: number
  start: number
  length: number
}

/** `done`: what step `seq` did; `undo`: what takes it back. */
export function passagesOf(db: Db, seq: number, done: readonly Change[], undo: readonly Change[]): PassageDone[] {
  const passages: PassageDone[] = []
  const isSealed = wrapsOf(db) !== null
  const add = (op: PassageDone['op'], lying: Lying | undefined) => {
    const words = lying && passages.length < mostPassages ? wordsAt(db, lying) : ''
    if (lying && words !== '') passages.push({ op, quirk: titleOf(db, lying.quirkId), words })
  }
  const addSealed = (op: PassageDone['op'], { id, quirkId }: Lying & { id: number }) => {
    if (passages.length < mostPassages) passages.push({ op, quirk: titleOf(db, quirkId), words: '', highlight: id })
  }
  const ofHighlights = (changes: readonly Change[]) =>
    changes.filter((change) => change.op !== 'edit' && change.table === 'highlights')
  for (const change of ofHighlights(done)) {
    if (change.op !== 'insert' && change.op !== 'update') continue
    const now = db.one<Lying & { id: number }>('SELECT * FROM highlights WHERE id = ?', [change.id])
    if (now && isSealed) addSealed(change.op, now)
    else if (now) add(change.op, now)
    else if (change.op === 'insert' && !editedSince(db, seq + 1)) add('insert', change.row as unknown as Lying)
  }
  const gone = ofHighlights(undo).filter((change) => change.op === 'insert')
  if (gone.length > 0 && !editedSince(db, seq))
    for (const change of gone) if (change.op === 'insert') add('remove', change.row as unknown as Lying)
  return passages
}

/** Of a step that has just been done: the colour and the passage that it was about, where that was one. */
export function shownOf(db: Db, effects: readonly Effect[]): Pick<HistoryEntry, 'color' | 'passage'> {
  const isEdit = effects.some(({ op }) => op === 'edit')
  const rows = (table: 'highlights' | 'memos' | 'quirks') =>
    effects.flatMap((effect) =>
      effect.op !== 'edit' && effect.table === table ? [{ op: effect.op, row: rowOf(db, effect) }] : [],
    )
  const highlighted = oneOf(isEdit ? [] : rows('highlights')) as Lying | undefined
  const lying = highlighted ?? (oneOf(isEdit ? [] : rows('memos')) as Lying | undefined)
  const quirks = rows('quirks')
  const quirk =
    (highlighted && quirks.find(({ row }) => row.id === highlighted.quirkId)?.row) ??
    (highlighted ? rowWith(db, 'quirks', highlighted.quirkId) : oneOf(quirks))
  const words = lying ? wordsAt(db, lying, longestShown) : ''
  const source = lying && words !== '' ? rowWith(db, 'sources', lying.sourceId) : undefined
  return {
    ...(quirk && { color: String(quirk.color) }),
    ...(source && { passage: { words, source: String(source.title) } }),
  }
}

/** The one that a step made or changed, where it did so with one, else the one that it removed. */
function oneOf(done: readonly { op: Exclude<Effect['op'], 'edit'>; row: AnyRow }[]): AnyRow | undefined {
  const kept = done.filter(({ op }) => op !== 'remove')
  const [first, ...others] = kept.length > 0 ? kept : done
  return others.length === 0 ? first?.row : undefined
}

const rowOf = (db: Db, effect: Exclude<Effect, Edit>): AnyRow =>
  effect.op === 'update' ? { ...rowWith(db, effect.table, effect.id), id: effect.id } : { ...effect.row, id: effect.id }

const rowWith = (db: Db, table: Table, id: unknown): AnyRow | undefined =>
  db.one<AnyRow>(`SELECT * FROM "${table}" WHERE id = ?`, [id as number])

const titleOf = (db: Db, quirkId: number): string =>
  db.one<{ title: string }>('SELECT title FROM quirks WHERE id = ?', [quirkId])?.title ?? ''

/** Whether a step from `seq` on was of texts. */
const editedSince = (db: Db, seq: number): boolean =>
  db.one(`SELECT 1 FROM _steps WHERE seq >= ? AND parts LIKE '%"op":"edit"%' LIMIT 1`, [seq]) !== undefined

function wordsAt(db: Db, { sourceId, questionId, start, length }: Lying, longest = longestPassage): string {
  const found = db.one<{ text: string | null }>(
    'SELECT text FROM answer_texts WHERE answerId = (SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?)',
    [sourceId, questionId],
  )
  return oneLine((found?.text ?? '').slice(start, start + length), longest)
}
