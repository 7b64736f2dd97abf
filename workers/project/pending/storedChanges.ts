/**
 * Changes as they stand in the private tables of a copy: as JSON, rows that come or go by the hundred as columns. A long text lies aside, in
 * `_large`: in the row that names it, it would be written anew, and read through, with every look at another column of that table.
 *
 * Promises: `readChanges` gives what `storeChanges` was given. What lies aside goes with the row that names it (triggers, `copySql`).
 */
import type { Change, Edit, Remove } from '../../../src/model/change.ts'
import { type Columns, columnar, type Operation, operationsOf, rowsOf } from '../../../src/model/operations.ts'
import { type AnyRow, isHungOn, type Key, keyOf, none, spec, type Table } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'

/** Rows of one table that come, or go, one after the other. `columns`: of a removal its keys alone, or what was there too. */
interface Batch {
  many: 'insert' | 'remove'
  table: Table
  careful?: true
  columns: Columns
}

/** So many rows stand together. */
const enough = 50
/** UTF-16 units that stand in the row itself. */
const mostInRow = 100_000

/** `#` and the number of what lies aside; JSON never begins so. */
const isAside = (kept: string): boolean => kept.startsWith('#')

export function storeChanges(db: Db, changes: readonly Change[]): string {
  const text = JSON.stringify(pack(changes))
  if (text.length <= mostInRow) return text
  db.run('INSERT INTO _large (text) VALUES (?)', [text])
  return `#${db.one<{ id: number }>('SELECT MAX(id) AS id FROM _large')?.id}`
}

/** The text that stands for what is stored; it stays good when the row has gone. */
export const readStored = (db: Db, kept: string): string =>
  isAside(kept)
    ? (db.one<{ text: string }>('SELECT text FROM _large WHERE id = ?', [Number(kept.slice(1))])?.text ?? '[]')
    : kept

export const changesIn = <C extends Change>(text: string): C[] => unpack(JSON.parse(text) as (Change | Batch)[]) as C[]

export const readChanges = <C extends Change>(db: Db, kept: string): C[] => changesIn(readStored(db, kept))

/** The edits alone: rows by the hundred thousand are not read for them. */
export const editsIn = (text: string): Edit[] =>
  text.includes('"op":"edit"') ? changesIn(text).filter((change) => change.op === 'edit') : []

/** What changes are about and name: keys as JSON writes them, and questions, which nearly all rows of texts name. */
export interface Concerned {
  keys: readonly string[]
  questions: readonly number[]
}

/** More keys are not sought one by one. */
const mostKeys = 200

/** null where they are too many. */
export function concernedBy(changes: readonly Change[]): Concerned | null {
  if (changes.length > mostKeys) return null
  const keys = new Set<string>()
  const questions = new Set<number>()
  for (const change of changes) {
    const row: AnyRow =
      change.op === 'edit'
        ? { id: change.answerId, sourceId: change.sourceId, questionId: change.questionId }
        : {
            ...(change.op === 'insert' ? change.row : change.op === 'update' ? { ...change.place, ...change.set } : {}),
          }
    if (change.op !== 'edit') keys.add(JSON.stringify(change.id))
    for (const [column, value] of Object.entries(row))
      if (column === 'questionId') questions.add(value as number)
      else if (column === 'id' || column.endsWith('Id')) keys.add(JSON.stringify(value))
  }
  keys.delete(`${none}`)
  return { keys: [...keys], questions: [...questions] }
}

/** Of a text that is short: true. */
export const mayConcern = (text: string, { keys, questions }: Concerned): boolean =>
  text.length <= mostInRow ||
  keys.some((key) => text.includes(key)) ||
  questions.some((id) => text.includes(`"remove","table":"questions","id":${id}`)) ||
  text.includes('"many":"remove","table":"questions"')

/** `operationsOf` what is stored; where that is rows by the hundred alone, without making a row of them. */
export function operationsIn(text: string): Operation[] {
  const packed = JSON.parse(text) as (Change | Batch)[]
  const batches = packed.filter((entry) => 'many' in entry)
  const kinds = new Set(batches.map(({ many, table }) => `${many} ${table}`))
  const lastInsert = batches.findLastIndex(({ many }) => many === 'insert')
  const firstRemoval = batches.findIndex(({ many }) => many === 'remove')
  const isInOrder = firstRemoval < 0 || lastInsert < firstRemoval
  if (batches.length < packed.length || kinds.size < batches.length || !isInOrder) return operationsOf(unpack(packed))
  return batches.map(({ many, table, careful, columns }) => {
    const { operation, key } = spec(table)
    return many === 'insert'
      ? { name: `${operation}BatchCreateOrUpdate`, args: { columns, create: true } }
      : { name: `${operation}BatchRemove`, args: { ids: columns[key], ...(careful && isHungOn(table) && { careful }) } }
  })
}

function pack(changes: readonly Change[]): (Change | Batch)[] {
  const packed: (Change | Batch)[] = []
  for (let from = 0; from < changes.length; ) {
    const first = changes[from] as Change
    let to = from + 1
    while (to < changes.length && isAlike(first, changes[to] as Change)) to += 1
    if (to - from < enough) for (const change of changes.slice(from, to)) packed.push(change)
    else packed.push(batchOf(first, changes.slice(from, to)))
    from = to
  }
  return packed
}

function isAlike(first: Change, change: Change): boolean {
  if (hasMore(first) || hasMore(change)) return false
  if (first.op === 'insert') return change.op === 'insert' && change.table === first.table
  if (first.op !== 'remove' || change.op !== 'remove' || change.table !== first.table) return false
  return change.careful === first.careful && 'row' in change === 'row' in first
}

/** A batch says no more than what the rows hold. */
const hasMore = (change: Change): boolean => 'into' in change || 'from' in change || 'given' in change

function batchOf(first: Change, changes: readonly Change[]): Batch {
  const { table, op } = first as Exclude<Change, Edit>
  const hasRow = 'row' in first
  return {
    many: op as Batch['many'],
    table,
    ...(first.op === 'remove' && first.careful && { careful: true }),
    columns: hasRow
      ? columnar((changes as (Change & { row: AnyRow })[]).map(({ row }) => row))
      : { [keyOf(table)]: (changes as Remove[]).map(({ id }) => id) },
  }
}

function unpack(packed: readonly (Change | Batch)[]): Change[] {
  const changes: Change[] = []
  for (const entry of packed) {
    if (!('many' in entry)) {
      changes.push(entry)
      continue
    }
    const { many: op, table, careful, columns } = entry
    const key = keyOf(table)
    const hasRow = op === 'insert' || Object.keys(columns).length > 1
    for (const row of rowsOf(columns, key))
      changes.push(changeOf(op, table, row[key] as Key, hasRow ? row : null, careful))
  }
  return changes
}

function changeOf(op: Batch['many'], table: Table, id: Key, row: AnyRow | null, careful: true | undefined): Change {
  if (op === 'insert') return { op, table, id, row: row as AnyRow }
  return { op, table, id, ...(careful && { careful }), ...(row && { row }) } as Change
}
