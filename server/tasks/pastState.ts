/**
 * A project as it was: from a copy of its file that nobody else uses, gone back step by step by what the log says takes each back, or from the
 * file of a named version. Then what differs from now, as a client is told it.
 *
 * Promises: every row that differs is named, with the columns of that time, and no other; the highlights and memos on a text that differs are
 * all named, wherever they lie. The system's own preferences are left out, and the chat but for its
 * number where a whole file takes the place of all (`countChat`).
 */
import { type Change, touches } from '../../src/model/change.ts'
import type { PastState, RestorePreview, TextBack } from '../../src/model/history.ts'
import { columnar } from '../../src/model/operations.ts'
import {
  type AnyRow,
  columnsOf,
  type Key,
  keyOf,
  systemPreferences,
  type Table,
  tables,
} from '../../src/model/schema.ts'
import { diffText } from '../../src/model/text/diff.ts'
import type { EditStep } from '../../src/model/text/edit.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import { apply } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openJournal } from '../../wasm/database/journal.ts'
import { metaNumber, setMeta } from '../../wasm/database/meta.ts'
import { wrapsOf } from '../../wasm/database/plainTables.ts'
import { undoAt } from '../room/history.ts'

export type Keys = Map<Table, Set<Key>>

const restored: Table[] = tables.filter((table) => table !== 'chat_messages')
const isSystem = (table: Table, key: Key): boolean =>
  table === 'preferences' && (systemPreferences as readonly Key[]).includes(key)

/** Texts that are gone back over, of which the words are sealed: by answer what it was last known to be, and what leads back from there. */
type Unread = Map<number, { answer: string; steps: EditStep[] }>

export interface GoneBack {
  keys: Keys
  unread: Unread
}

/** Takes the project of `db` back to what it was after step `seq`; returns the rows that this has touched. Throws Refusal stepForgotten. */
export function goBack(db: Db, seq: number): GoneBack {
  const isBlind = wrapsOf(db) !== null
  const journal = openJournal(db, { isBlind })
  const keys: Keys = new Map()
  const unread: Unread = new Map()
  const edited = new Set<number>()
  db.transaction(() => {
    for (let at = metaNumber(db, 'head'); at > seq; at -= 1) {
      const undo = undoAt(db, at)
      if (isBlind) for (const change of undo) noteUnread(db, unread, change)
      const { effects } = journal.record(() => apply(db, journal, undo, 'rewind'))
      const touched = touches(effects)
      for (const [table, ids] of touched.rows) for (const id of ids) add(keys, table, id)
      for (const id of touched.edits) edited.add(id)
    }
    setMeta(db, 'head', seq)
  })
  for (const id of edited) add(keys, 'question_answers', id)
  return { keys, unread }
}

/** Before the change is done. An answer that comes back comes whole. */
function noteUnread(db: Db, unread: Unread, change: Change): void {
  if (change.op === 'insert' && change.table === 'question_answers')
    unread.set(change.id as number, { answer: String(change.row.answer), steps: [] })
  if (change.op !== 'edit') return
  const { answerId, steps } = change
  const known = unread.get(answerId) ?? { answer: String(rowOf(db, 'question_answers', answerId)?.answer), steps: [] }
  unread.set(answerId, { ...known, steps: [...known.steps, ...steps] })
}

const isUnread = (unread: Unread, id: Key): boolean => (unread.get(id as number)?.steps.length ?? 0) > 0

const add = (keys: Keys, table: Table, key: Key) => {
  const known = keys.get(table)
  if (known) known.add(key)
  else keys.set(table, new Set([key]))
}

/** The rows that differ between the project of `now` and the file at `path`. */
export function differing(now: Db, path: string): GoneBack {
  const keys: Keys = new Map()
  now.run('ATTACH DATABASE ? AS past', [path])
  try {
    for (const table of restored) {
      const columns = columnsOf(table)
        .map((column) => `"${column}"`)
        .join(', ')
      const sides = [
        ['main', 'past'],
        ['past', 'main'],
      ]
      for (const [one, other] of sides)
        for (const { key } of now.all<{ key: Key }>(
          `SELECT "${keyOf(table)}" AS key FROM (SELECT ${columns} FROM ${one}."${table}" EXCEPT SELECT ${columns} FROM ${other}."${table}")`,
        ))
          add(keys, table, key)
    }
  } finally {
    now.exec('DETACH DATABASE past')
  }
  return { keys, unread: new Map() }
}

/** `now` and `then` are two connections; `keys` at least what differs between them. */
export function compare(
  now: Db,
  then: Db,
  { keys, unread }: GoneBack,
  seq: number,
): { state: PastState; preview: RestorePreview } {
  const head = metaNumber(now, 'head')
  const state: PastState = { seq, head, rows: {}, gone: {} }
  const preview: RestorePreview = { seq, head, back: {}, gone: {}, changed: {}, texts: [] }
  for (const id of keys.get('question_answers') ?? []) addOnText(now, then, keys, id, isUnread(unread, id))
  for (const table of restored) {
    const rows: AnyRow[] = []
    const gone: Key[] = []
    for (const key of keys.get(table) ?? []) {
      if (isSystem(table, key)) continue
      const [is, was] = [rowOf(now, table, key), rowOf(then, table, key)]
      const sealed = table === 'question_answers' && isUnread(unread, key) ? unread.get(key as number) : undefined
      if (was && sealed) {
        rows.push({ ...was, answer: sealed.answer })
        state.undone = { ...state.undone, [key]: sealed.steps }
      } else if (was) rows.push(was)
      else if (is) gone.push(key)
      count(preview, table, is, was, sealed !== undefined)
      if (table === 'question_answers' && is && was && is.answer !== was.answer && wrapsOf(now) === null)
        previewText(preview, then, is, was)
    }
    if (rows.length > 0) state.rows[table] = columnar(rows)
    if (gone.length > 0) state.gone[table] = gone
  }
  return { state, preview }
}

/** What of the chat comes back and goes with a whole file in the project's place. */
export function countChat(preview: RestorePreview, now: Db, then: Db): void {
  const ids = (db: Db) => db.all<{ id: number }>('SELECT id FROM chat_messages').map(({ id }) => id)
  const [is, was] = [ids(now), ids(then)]
  const without = (some: readonly number[], others: ReadonlySet<number>) => some.filter((id) => !others.has(id)).length
  const [gone, back] = [without(is, new Set(was)), without(was, new Set(is))]
  if (gone > 0) preview.gone.chat_messages = gone
  if (back > 0) preview.back.chat_messages = back
}

const statements = new Map<Table, string>()
function rowOf(db: Db, table: Table, key: Key): AnyRow | undefined {
  let sql = statements.get(table)
  if (!sql) {
    const columns = columnsOf(table).map((column) => `"${column}"`)
    sql = `SELECT ${columns.join(', ')} FROM "${table}" WHERE "${keyOf(table)}" = ?`
    statements.set(table, sql)
  }
  return db.one<AnyRow>(sql, [key])
}

/** What lies on a text that is edited is moved with it, and has to be told. */
function addOnText(now: Db, then: Db, keys: Keys, id: Key, isEdited: boolean): void {
  const [is, was] = [rowOf(now, 'question_answers', id), rowOf(then, 'question_answers', id)]
  if (!is || !was || (is.answer === was.answer && !isEdited)) return
  for (const db of [now, then])
    for (const table of ['highlights', 'memos'] as const)
      for (const row of db.all<{ id: number }>(`SELECT id FROM ${table} WHERE sourceId = ? AND questionId = ?`, [
        was.sourceId as number,
        was.questionId as number,
      ]))
        add(keys, table, row.id)
}

/** `isEdited`: what it was cannot be read here. */
function count(
  preview: RestorePreview,
  table: Table,
  is: AnyRow | undefined,
  was: AnyRow | undefined,
  isEdited: boolean,
): void {
  const as =
    is && was ? (isEdited || differs(table, is, was) ? preview.changed : null) : was ? preview.back : is && preview.gone
  if (as) as[table] = (as[table] ?? 0) + 1
}
const differs = (table: Table, is: AnyRow, was: AnyRow): boolean =>
  columnsOf(table).some((column) => is[column] !== was[column])

const mostTexts = 50
const mostChanges = 5
/** Units shown of the text around a change, and of a change. */
const around = 40
const longest = 400

function previewText(preview: RestorePreview, then: Db, is: AnyRow, was: AnyRow): void {
  if (preview.texts.length >= mostTexts) return
  const title = then.one<{ title: string }>('SELECT title FROM sources WHERE id = ?', [was.sourceId as number])?.title
  const back = textBack(parseHtml(is.answer as string).text, parseHtml(was.answer as string).text)
  preview.texts.push({ title: title ?? '', ...back })
}

/** What leads from the text as it is to what it was. */
export function textBack(now: string, past: string): Omit<TextBack, 'title'> {
  const found = diffText(now, past)
  const line = (text: string) => text.replaceAll('\n', ' ')
  const cut = (text: string) => line(text.length > longest ? `${text.slice(0, longest)}…` : text)
  const changes = found.slice(0, mostChanges).map(({ fromA, toA, insert }) => ({
    before: line((fromA > around ? '…' : '') + now.slice(Math.max(0, fromA - around), fromA)),
    removed: cut(now.slice(fromA, toA)),
    added: cut(insert),
    after: line(now.slice(toA, toA + around) + (toA + around < now.length ? '…' : '')),
  }))
  return { changes, more: found.length > mostChanges }
}
