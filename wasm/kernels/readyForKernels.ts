/**
 * What the kernels read and a file of another program, or a download, need not have: the plain texts of the answers, and the
 * highlights in the order of the texts. Made in memory, beside a project that is open to be read; nothing where all is there.
 */
import { parseHtml } from '../../src/model/text/richText.ts'
import type { Db } from '../database/db.ts'

export function readyForKernels(db: Db, wanted: { texts: boolean }): void {
  db.exec('PRAGMA query_only = OFF')
  if (!has(db, 'highlights_place')) sortHighlights(db)
  if (wanted.texts) completeTexts(db)
  db.exec('PRAGMA query_only = ON')
}

const has = (db: Db, name: string): boolean =>
  db.one('SELECT 1 FROM main.sqlite_schema WHERE name = ?', [name]) !== undefined

/** Without their order, each slice of them would be looked for among all. */
function sortHighlights(db: Db): void {
  db.exec(`CREATE TEMP TABLE highlights (id INTEGER PRIMARY KEY, sourceId, questionId, quirkId, start, length, author, timestamp);
INSERT INTO temp.highlights SELECT id, sourceId, questionId, quirkId, start, length, author, timestamp FROM main.highlights;
CREATE INDEX temp.highlights_place ON highlights (sourceId, questionId, start, length, quirkId)`)
}

function completeTexts(db: Db): void {
  const missing = db.all<{ id: number }>(
    'SELECT id FROM question_answers a WHERE NOT EXISTS (SELECT 1 FROM answer_texts t WHERE t.answerId = a.id AND t.text IS NOT NULL)',
  )
  if (missing.length === 0) return
  db.exec('CREATE TEMP TABLE IF NOT EXISTS answer_texts (answerId INTEGER PRIMARY KEY, version INTEGER, text TEXT)')
  if (has(db, 'answer_texts'))
    db.run('INSERT INTO temp.answer_texts SELECT answerId, version, text FROM main.answer_texts WHERE text IS NOT NULL')
  for (const { id } of missing) {
    const answer = db.one<{ answer: string }>('SELECT answer FROM question_answers WHERE id = ?', [id])
    db.run('INSERT INTO temp.answer_texts VALUES (?, 0, ?)', [id, parseHtml(answer?.answer ?? '').text])
  }
}
