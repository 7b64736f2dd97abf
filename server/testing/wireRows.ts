/** Rows of every table, and every operation upon them, made from the schema: what is new in it is among them. */
import { columnar, type Operation, operationNames } from '../../src/model/operations.ts'
import { type AnyRow, hasAuthor, type Key, keyOf, none, spec, type Table } from '../../src/model/schema.ts'

/** What an operation does to rows: those of CreateOrUpdate make them or change them. */
export type Deed = 'make' | 'change' | 'remove'

export const deedsOf = (name: string): readonly Deed[] =>
  operationNames.get(name)?.kind.endsWith('Remove') ? ['remove'] : ['make', 'change']

/** How many rows the operation is about. */
export const countOf = (name: string): number => (operationNames.get(name)?.kind.startsWith('Batch') ? 2 : 1)

let lastId = 5_000_000

/** Something in every column, under a new id. */
function filled(table: Table, author: string): AnyRow {
  lastId += 1
  const row: AnyRow = Object.fromEntries(
    Object.entries(spec(table).columns).map(([column, type]) => [column, type === 'int' ? 1 : `x${lastId}`]),
  )
  if (hasAuthor(table)) row.author = author
  row[keyOf(table)] = keyOf(table) === 'key' ? `k${lastId}` : lastId
  if ('color' in row) row.color = '#102030'
  if (table === 'question_answers') row.answer = '<p>Some words</p>'
  if (table === 'quirks') row.color = '#112233'
  return row
}

export interface Rows {
  table: Table
  rows: AnyRow[]
  /** What makes all that they name, each row with parents of its own, in the owner's name. */
  before: Operation[]
}

/** So many new rows in the name of `author`, where they bear one. */
export function rowsOf(table: Table, author: string, count: number): Rows {
  const before: Operation[] = []
  const rows = Array.from({ length: count }, () => {
    const made = new Map<Table, AnyRow>()
    const row = withParents(table, author, made)
    for (const [parent, parentRow] of made) before.push(...madeOf(parent, [parentRow]))
    return row
  })
  return { table, rows, before }
}

/** A row whose parents are put into `made`, the first to be made first. */
function withParents(table: Table, author: string, made: Map<Table, AnyRow>): AnyRow {
  const row = filled(table, author)
  const parentRow = (parent: Table): AnyRow => {
    const there = made.get(parent) ?? withParents(parent, 'owner', made)
    made.set(parent, there)
    return there
  }
  for (const [column, parent] of parentsOf(table))
    row[column] = parent === table ? none : (parentRow(parent).id as number)
  if (spec(table).onText) parentRow('question_answers')
  return row
}

const parentsOf = (table: Table) => Object.entries(spec(table).parents ?? {}) as [string, Table][]

/** The operations that make rows, one by one. */
export const madeOf = (table: Table, rows: readonly AnyRow[]): Operation[] =>
  rows.map((row) => ({ name: `${spec(table).operation}CreateOrUpdate`, args: { ...row, create: true } }))

export interface Done {
  operation: Operation
  /** What has to be there besides the rows. */
  before: Operation[]
  /** The rows once it is done. */
  after: AnyRow[]
}

/** The operation `name` as what does `deed` to these rows. */
export function doneTo({ table, rows }: Rows, name: string, deed: Deed): Done {
  const key = keyOf(table)
  const ids = rows.map((row) => row[key] as Key)
  const isBatch = countOf(name) > 1
  if (deed === 'remove')
    return { operation: { name, args: isBatch ? { ids } : { [key]: ids[0] } }, before: [], after: [] }
  if (deed === 'make') return { operation: { name, args: argumentsOf(rows, isBatch, true) }, before: [], after: rows }
  const { before, column, values } = changed(table, rows)
  const set = rows.map((row, i): AnyRow => ({ [key]: row[key] as Key, [column]: values[i] as Key }))
  const after = rows.map((row, i): AnyRow => ({ ...row, [column]: values[i] as Key }))
  return { operation: { name, args: argumentsOf(set, isBatch, false) }, before, after }
}

const argumentsOf = (rows: readonly AnyRow[], isBatch: boolean, create: boolean): Operation['args'] => ({
  ...(isBatch ? { columns: columnar(rows) } : rows[0]),
  ...(create && { create }),
})

/** Another value in a column that is the row's own, or, where it has none, another parent. */
function changed(table: Table, rows: readonly AnyRow[]): { before: Operation[]; column: string; values: Key[] } {
  const parents = parentsOf(table)
  const named = [keyOf(table), 'author', ...parents.map(([column]) => column)]
  const column = Object.keys(spec(table).columns).find((each) => !named.includes(each))
  if (column) {
    const another = (row: AnyRow) => (typeof row[column] === 'number' ? 2 : `${row[column]}y`)
    return { before: [], column, values: rows.map(column === 'answer' ? () => '<p>Other words</p>' : another) }
  }
  const [last, parent] = parents.at(-1) as [string, Table]
  const others = rowsOf(parent, 'owner', rows.length)
  return {
    before: [...others.before, ...madeOf(parent, others.rows)],
    column: last,
    values: others.rows.map((row) => row[keyOf(parent)] as Key),
  }
}
