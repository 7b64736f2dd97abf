/**
 * Where the texts of certain answers are read, changed or removed: of a protected copy these alone are opened then, of a text that is not named here
 * none has to be (`sealedTexts.ts`).
 */
import type { Key, Table } from '../../src/model/schema.ts'
import type { Db } from './db.ts'

/** For statements that touch the texts of these answers, and no other. */
export const atAnswers = (db: Db, answerIds: Iterable<number>): Db => db.withAnswers?.(answerIds) ?? db

/** The same of what answers a question in a source. */
export const atPlace = (db: Db, sourceId: number, questionId: number): Db =>
  db.withAnswers?.(
    db
      .all<{ id: number }>('SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?', [
        sourceId,
        questionId,
      ])
      .map(({ id }) => id),
  ) ?? db

/** And of all the answers of a source. */
export const atSource = (db: Db, sourceId: number): Db =>
  db.withAnswers?.(
    db.all<{ id: number }>('SELECT id FROM question_answers WHERE sourceId = ?', [sourceId]).map(({ id }) => id),
  ) ?? db

/** Of rows of any table: where they are answers, their texts are among what is read of them. */
export const atRows = (db: Db, table: Table, ids: readonly Key[]): Db =>
  table === 'question_answers' ? atAnswers(db, ids.map(Number)) : db

export const atRow = (db: Db, table: Table, id: Key): Db => atRows(db, table, [id])

/** The plain text of an answer; null: there is none. */
export const textOf = (db: Db, answerId: number): string | null =>
  atAnswers(db, [answerId]).one<{ text: string | null }>('SELECT text FROM answer_texts WHERE answerId = ?', [answerId])
    ?.text ?? null
