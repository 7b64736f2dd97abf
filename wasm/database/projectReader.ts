/**
 * Reads a project out of a database for exports (`src/model/projectReader.ts`): its frame at once, its sources by and by.
 */
import { joined } from '../../src/model/joined.ts'
import type { ProjectFrame, ProjectReader, SourceContent } from '../../src/model/projectReader.ts'
import { inOrder } from '../../src/model/rules/questionOrder.ts'
import { columnsOf, keyOf, type Row, type Table } from '../../src/model/schema.ts'
import type { Db } from './db.ts'
import { metaText } from './meta.ts'
import { atSource } from './texts.ts'

const selected = (table: Table): string =>
  columnsOf(table)
    .map((column) => `t."${column}"`)
    .join(', ')

const all = <T extends Table>(db: Db, table: T): Row<T>[] =>
  db.all<Row<T>>(`SELECT ${selected(table)} FROM "${table}" t ORDER BY t."${keyOf(table)}"`)

const lastId = (db: Db, table: 'highlights' | 'memos'): number =>
  db.one<{ id: number | null }>(`SELECT MAX(id) AS id FROM ${table}`)?.id ?? 0

export function readFrame(db: Db, title: string): ProjectFrame {
  return {
    title,
    uuid: metaText(db, 'uuid'),
    questions: inOrder(all(db, 'questions')),
    quirks: all(db, 'quirks'),
    groups: all(db, 'groups'),
    groupQuirks: all(db, 'group_quirks'),
    shortcutKeys: all(db, 'quirk_shortcut_keys'),
    propertyKeys: all(db, 'source_metadata_keys'),
    propertyValues: all(db, 'source_metadata_values'),
    sourceProperties: all(db, 'source_metadatas'),
    sources: all(db, 'sources'),
    lastId: Math.max(lastId(db, 'highlights'), lastId(db, 'memos')),
    chatMessages: all(db, 'chat_messages'),
    preferences: all(db, 'preferences'),
  }
}

export function readContents(db: Db, sourceIds: readonly number[]): SourceContent[] {
  const there = db.all<{ id: number }>(
    'SELECT s.id FROM json_each(?) asked JOIN sources s ON s.id = asked.value ORDER BY asked.key',
    [JSON.stringify(sourceIds)],
  )
  return there.map(({ id }) => ({
    sourceId: id,
    answers: atSource(db, id).all(
      `SELECT ${selected('question_answers')} FROM question_answers t JOIN questions q ON q.id = t.questionId
WHERE t.sourceId = ? ORDER BY q.questionOrder, q.id`,
      [id],
    ),
    highlights: onText(db, 'highlights', id),
    memos: onText(db, 'memos', id),
    recordings: db.all(`SELECT ${selected('recordings')} FROM recordings t WHERE t.sourceId = ? ORDER BY t.id`, [id]),
    transcripts: db.all(
      `SELECT ${selected('transcripts')} FROM transcripts t JOIN recordings r ON r.id = t.recordingId WHERE r.sourceId = ? ORDER BY t.id`,
      [id],
    ),
  }))
}

const onText = <T extends 'highlights' | 'memos'>(db: Db, table: T, sourceId: number): Row<T>[] =>
  db.all<Row<T>>(
    `SELECT ${selected(table)} FROM "${table}" t WHERE t.sourceId = ? ORDER BY t.questionId, t.start, t.length, t.id`,
    [sourceId],
  )

/** For whoever holds the database in the same thread, as the command line does. */
export const projectReader = (db: Db, title: string): ProjectReader => ({
  frame: async () => readFrame(db, title),
  contents: async (sourceIds) => readContents(db, sourceIds),
  sound: async (hash) => readSound(db, hash),
})

/** As the file keeps it; null: it does not. */
export function readSound(db: Db, hash: string): Uint8Array | null {
  if (!db.one("SELECT 1 FROM sqlite_schema WHERE name = '_media'")) return null
  const parts = db.all<{ bytes: Uint8Array }>('SELECT bytes FROM _media WHERE hash = ? ORDER BY n', [hash])
  return parts.length > 0 ? joined(parts.map(({ bytes }) => bytes)) : null
}
