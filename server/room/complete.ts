/**
 * Completes what API clients may leave out: ids, authors and times of new rows, whole new HTML of an answer instead of an
 * edit, links of a group without their ids. A browser's copy sends everything, and nothing is changed here. Throws Refusal badRequest
 * where a new row lacks what it needs.
 */
import { idMaker } from '../../src/model/ids.ts'
import { type Columns, type Operation, operationNames, rowsOf } from '../../src/model/operations.ts'
import { refuse } from '../../src/model/problems.ts'
import { columnsOf, hasAuthor, type Key, keyOf, none, type Table } from '../../src/model/schema.ts'
import { diffStep } from '../../src/model/text/edit.ts'
import { canonicalHtml, parseHtml } from '../../src/model/text/richText.ts'
import type { Db } from '../../wasm/database/db.ts'
import { readRich } from '../../wasm/database/editAnswer.ts'
import { metaNumber, setMeta } from '../../wasm/database/meta.ts'
import type { Sender } from './sender.ts'

/** The rows that one of the operations that were asked for is about, in its order. `isOne`: it is about one, not about a list of one. */
export interface NamedRows {
  table: Table
  keys: Key[]
  isOne: boolean
  removes: boolean
}

export interface Complete {
  operations: Operation[]
  /** As many as there were operations. */
  named: NamedRows[]
  /** Highlights made or stretched one by one: they merge with what they overlap. */
  merging: Set<number>
  changed: boolean
}

export function completeOperations(db: Db, sender: Sender, operations: readonly Operation[], now: number): Complete {
  const complete: Complete = { operations: [], named: [], merging: new Set(), changed: false }
  for (const operation of operations) {
    const done = completeOne(db, sender, operation, now)
    for (const each of done) complete.operations.push(each)
    complete.named.push(...namedRows(operation, done))
    complete.changed ||= done[0] !== operation
    for (const { name, args } of done)
      if (name === 'highlightCreateOrUpdate' && 'start' in args) complete.merging.add(args.id as number)
  }
  return complete
}

/** `done`: what the operation has become; none where there is no such operation. */
function namedRows(asked: Operation, done: readonly Operation[]): NamedRows[] {
  const known = operationNames.get(asked.name)
  if (!known) return []
  const { table, kind } = known
  const key = keyOf(table)
  const isList = ({ args }: Operation) => args.ids !== undefined || args.columns !== undefined
  return [
    {
      table,
      keys: done.flatMap(
        ({ args }) => (args.ids ?? (args.columns as Columns | undefined)?.[key] ?? args[key]) as Key | Key[],
      ),
      isOne: !isList(asked) && !done.some(isList),
      removes: kind === 'Remove' || kind === 'BatchRemove',
    },
  ]
}

function completeOne(db: Db, sender: Sender, operation: Operation, now: number): Operation[] {
  const known = operationNames.get(operation.name)
  if (!known) return [operation]
  const { name, args } = operation
  const { table, kind } = known
  const columns = args.columns as Columns | undefined
  if (table === 'question_answers' && columns?.answer && args.create !== true)
    return rowsOf(columns, 'id').flatMap((row) =>
      completeOne(db, sender, { name: 'answerCreateOrUpdate', args: row }, now),
    )
  if (name === 'groupQuirkRemove' && args.groupId !== undefined) return linksOf(db, args.groupId as number)
  // A copy sends its new rows whole.
  if (kind !== 'CreateOrUpdate' || (args.create === true && sender.client !== 0)) return [operation]
  if (table === 'question_answers') {
    if (args.edit) return [operation]
    const id = args.id ?? answerAt(db, args)
    if (args.create !== true && typeof args.answer === 'string' && id !== undefined && exists(db, table, id))
      return replaceText(db, { ...args, id })
  }
  const key = keyOf(table)
  const id = args[key] ?? (key === 'id' ? newId(db, now) : undefined)
  if (args.create !== true && exists(db, table, id)) return [operation]
  // What a copy changes has been a row of its own: it is gone. Only others leave out what a new row needs.
  if (sender.client !== 0 && args[key] !== undefined) return [operation]
  const row = {
    ...defaults(table, sender, now),
    ...args,
    [key]: id,
    ...(table === 'question_answers' && { answer: canonical(args.answer) }),
  }
  const missing = columnsOf(table).filter((column) => !(column in row))
  if (missing.length === 0) {
    const isWhole = args.create === true && Object.entries(row).every(([column, value]) => args[column] === value)
    return isWhole ? [operation] : [{ name, args: { ...row, create: true } }]
  }
  // With an id of its own it is an update of a row that has been removed, which is skipped: the answer has null as its key.
  if (args.create !== true && key === 'id' && args.id !== undefined) return [operation]
  return refuse({ kind: 'badRequest', detail: `${name}: a new row needs ${missing.join(', ')}` })
}

const canonical = (html: unknown): unknown => (typeof html === 'string' ? canonicalHtml(html) : html)

const exists = (db: Db, table: Table, id: unknown): boolean =>
  id !== undefined && db.one(`SELECT 1 FROM "${table}" WHERE "${keyOf(table)}" = ?`, [id as number]) !== undefined

/** What a new row holds where nothing is said, for rows without an id of their own making. */
function defaults(table: Table, sender: Sender, now: number): Record<string, unknown> {
  const author = hasAuthor(table) ? { author: sender.author ?? '', timestamp: now } : {}
  if (table === 'quirks') return { ...author, description: '', x: 0, y: 0, parentQuirkId: none }
  if (table === 'sources') return { ...author, icon: 'md_generic' }
  if (table === 'questions') return { questionOrder: now }
  if (table === 'source_metadata_keys') return { multipleChoice: 0, sortValuesAlphabetically: 0 }
  return author
}

function newId(db: Db, now: number): number {
  const id = idMaker(0, metaNumber(db, 'lastId'), () => now)()
  setMeta(db, 'lastId', id)
  return id
}

const answerAt = (db: Db, args: Record<string, unknown>): number | undefined =>
  args.sourceId === undefined
    ? undefined
    : db.one<{ id: number }>('SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?', [
        args.sourceId as number,
        args.questionId as number,
      ])?.id

/** Whole new HTML becomes an edit by difference, so that highlights stay on their words. */
function replaceText(db: Db, args: Record<string, unknown>): Operation[] {
  const { id, sourceId, questionId, answer } =
    db.one<Record<string, number | string>>('SELECT * FROM question_answers WHERE id = ?', [args.id as number]) ?? {}
  const edit = diffStep(readRich(answer as string), parseHtml(args.answer as string))
  return [{ name: 'answerCreateOrUpdate', args: { id, sourceId, questionId, edit } }]
}

function linksOf(db: Db, groupId: number): Operation[] {
  const ids = db.all<{ id: number }>('SELECT id FROM group_quirks WHERE groupId = ?', [groupId]).map((row) => row.id)
  return [{ name: 'groupQuirkBatchRemove', args: { ids } }]
}
