/**
 * Answers: which passages a step highlighted, changed the highlight of, or no longer highlights, in their words.
 *
 * Promises: words are those of the highlight and of nothing else. A highlight that is still there is read where it lies now; one that is gone
 * lay in the text of then, and is read only while no text has been edited since.
 */
import type { Change } from '../../src/model/change.ts'
import type { PassageDone } from '../../src/model/history.ts'
import type { Db } from '../../wasm/database/db.ts'

/** Of one step; its parts say how many highlights there were. */
const mostPassages = 5
const longestPassage = 200

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
  const add = (op: PassageDone['op'], lying: Lying | undefined) => {
    const words = lying && passages.length < mostPassages ? wordsAt(db, lying) : ''
    if (lying && words !== '') passages.push({ op, quirk: titleOf(db, lying.quirkId), words })
  }
  const ofHighlights = (changes: readonly Change[]) =>
    changes.filter((change) => change.op !== 'edit' && change.table === 'highlights')
  for (const change of ofHighlights(done)) {
    if (change.op !== 'insert' && change.op !== 'update') continue
    const now = db.one<Lying & object>('SELECT * FROM highlights WHERE id = ?', [change.id])
    if (now) add(change.op, now)
    else if (change.op === 'insert' && !editedSince(db, seq + 1)) add('insert', change.row as unknown as Lying)
  }
  const gone = ofHighlights(undo).filter((change) => change.op === 'insert')
  if (gone.length > 0 && !editedSince(db, seq))
    for (const change of gone) if (change.op === 'insert') add('remove', change.row as unknown as Lying)
  return passages
}

const titleOf = (db: Db, quirkId: number): string =>
  db.one<{ title: string }>('SELECT title FROM quirks WHERE id = ?', [quirkId])?.title ?? ''

/** Whether a step from `seq` on was of texts. */
const editedSince = (db: Db, seq: number): boolean =>
  db.one(`SELECT 1 FROM _steps WHERE seq >= ? AND parts LIKE '%"op":"edit"%' LIMIT 1`, [seq]) !== undefined

function wordsAt(db: Db, { sourceId, questionId, start, length }: Lying): string {
  const found = db.one<{ text: string | null }>(
    'SELECT text FROM answer_texts WHERE answerId = (SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?)',
    [sourceId, questionId],
  )
  const words = (found?.text ?? '')
    .slice(start, start + length)
    .replaceAll('\n', ' ')
    .trim()
  return words.length > longestPassage ? `${words.slice(0, longestPassage)}…` : words
}
