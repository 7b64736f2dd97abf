/**
 * Changes as the wire's named operations and back (specification 1 §7): CreateOrUpdate, Remove and their batches for every
 * table, the same names in pushes, events and the log. Batches are columnar: ids and the columns that differ, each an array
 * as long as the ids or, where all rows agree, of one.
 *
 * Promises: `changesOf(operationsOf(changes))` does the same to a project as `changes`; what was there before does not travel.
 */
import { type Change, type Edit, type Insert, isGiven, type Remove, type Update } from './change.ts'
import { type AnyRow, columnsOf, isHungOn, type Key, keyOf, spec, type Table, tables } from './schema.ts'
import { areIds, type EditStep } from './text/edit.ts'

export interface Operation {
  name: string
  args: Record<string, unknown>
}
export type Columns = Record<string, (number | string)[]>

export type OperationKind = 'CreateOrUpdate' | 'Remove' | 'BatchCreateOrUpdate' | 'BatchRemove'
const kinds: OperationKind[] = ['BatchCreateOrUpdate', 'BatchRemove', 'CreateOrUpdate', 'Remove']

/** Every operation's name with what it does to which table. */
export const operationNames: ReadonlyMap<string, { table: Table; kind: OperationKind }> = new Map(
  tables.flatMap((table) => kinds.map((kind) => [spec(table).operation + kind, { table, kind }] as const)),
)

/** Rows that change in the same way from this number on go as a batch. */
const batchFrom = 2

export function operationsOf(changes: readonly Change[]): Operation[] {
  const given = givenAfter(changes)
  const operations: Operation[] = []
  let rows: Exclude<Change, Edit>[] = []
  let met = new Map<Table, Set<Key>>()
  const flush = () => {
    for (const operation of rowOperations(rows)) operations.push(operation)
    rows = []
    met = new Map()
  }
  for (const change of changes) {
    if (change.op === 'edit') {
      flush()
      operations.push(editOperation(change, given.get(change)))
      continue
    }
    // A row that comes again had an edit before it, of which nothing was left over what others wrote: it is in no batch twice.
    if (met.get(change.table)?.has(change.id)) flush()
    const ofTable = met.get(change.table) ?? new Set()
    met.set(change.table, ofTable.add(change.id))
    rows.push(change)
  }
  flush()
  return operations
}

/** The keys of what each edit gives back, which follows it. */
function givenAfter(changes: readonly Change[]): Map<Edit, number[]> {
  const given = new Map<Edit, number[]>()
  let last: Edit | null = null
  for (const change of changes)
    if (change.op === 'edit') {
      last = change
      given.set(last, [])
    } else if (last && isGiven(change)) given.get(last)?.push(change.id as number)
  return given
}

const editOperation = (edit: Edit, given: readonly number[] = []): Operation => ({
  name: 'answerCreateOrUpdate',
  args: {
    id: edit.answerId,
    sourceId: edit.sourceId,
    questionId: edit.questionId,
    edit: given.length > 0 ? withGiven(edit.steps, given) : edit.steps,
  },
})

function withGiven(steps: readonly EditStep[], given: readonly number[]): EditStep[] {
  const last = steps.findLastIndex(({ type }) => type === 'text')
  return steps.map((step, at) => (at === last && step.type === 'text' ? { ...step, given: [...given] } : step))
}

/** Rows between two edits, grouped by table and columns. Removals come last: they take along what still names the row. */
function rowOperations(changes: readonly Exclude<Change, Edit>[]): Operation[] {
  const groups = new Map<string, Exclude<Change, Edit>[]>()
  for (const change of changes) {
    const shape =
      change.op === 'update' ? Object.keys(change.set).toSorted().join() : isCareful(change) ? 'careful' : ''
    const key = `${change.op === 'remove' ? 1 : 0} ${change.table} ${change.op} ${shape}`
    const group = groups.get(key)
    if (group) group.push(change)
    else groups.set(key, [change])
  }
  const ordered = [...groups].toSorted(([a], [b]) => (a[0] ?? '').localeCompare(b[0] ?? ''))
  return ordered.flatMap(([, group]) =>
    group.length < batchFrom || group.some(isMerge) ? group.map(single) : [batch(group)],
  )
}

/** On rows of some tables nothing can hang. */
const isCareful = (change: Exclude<Change, Edit>): boolean =>
  change.op === 'remove' && change.careful === true && isHungOn(change.table)

const isMerge = (change: Exclude<Change, Edit>): boolean => change.op === 'remove' && change.into !== undefined

const howRemoved = (change: Remove) => ({
  ...(change.into !== undefined && { into: change.into }),
  ...(isCareful(change) && { careful: true }),
})

function single(change: Insert | Update | Remove): Operation {
  const { operation, key } = spec(change.table)
  if (change.op === 'remove')
    return {
      name: `${operation}Remove`,
      args: { [key]: change.id, ...howRemoved(change) },
    }
  const name = `${operation}CreateOrUpdate`
  if (change.op === 'insert') return { name, args: { ...change.row, create: true } }
  return { name, args: { ...change.set, [key]: change.id, ...change.place } }
}

function batch(changes: readonly (Insert | Update | Remove)[]): Operation {
  const [first] = changes as readonly [Insert | Update | Remove]
  const { operation, key } = spec(first.table)
  const ids = changes.map((change) => change.id)
  if (first.op === 'remove') return { name: `${operation}BatchRemove`, args: { ids, ...howRemoved(first) } }
  const rows = changes.map((change) =>
    change.op === 'insert' ? change.row : { ...(change as Update).set, ...(change as Update).place, [key]: change.id },
  )
  const columns = columnar(rows)
  return { name: `${operation}BatchCreateOrUpdate`, args: { columns, ...(first.op === 'insert' && { create: true }) } }
}

export function columnar(rows: readonly AnyRow[]): Columns {
  const names = Object.keys(rows[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const values = rows.map((row) => row[name] as number | string)
      const same = values.length > 1 && values.every((value) => value === values[0])
      return [name, same ? values.slice(0, 1) : values]
    }),
  )
}

/** Rows of a batch; `key` is the column that is never shared. Throws RangeError when a column's length fits neither. */
export function rowsOf(columns: Columns, key: string): AnyRow[] {
  const count = columns[key]?.length ?? 0
  for (const [name, values] of Object.entries(columns))
    if (values.length !== count && values.length !== 1)
      throw new RangeError(`column ${name} has ${values.length} values for ${count} rows`)
  const named = Object.entries(columns)
  return Array.from({ length: count }, (_, i) => {
    const row: AnyRow = {}
    for (const [name, values] of named) row[name] = (values[i] ?? values[0]) as number | string
    return row
  })
}

/** The changes that operations stand for. Their shapes have been checked by the wire's schema; unknown names throw RangeError. */
export function changesOf(operations: readonly Operation[]): Change[] {
  return operations.some(({ args }) => args.edit) ? withGivenRows(changesAs(operations)) : changesAs(operations)
}

/** What an edit says that it gives back is known as such from then on. */
function withGivenRows(changes: readonly Change[]): Change[] {
  const given = new Set<Key>()
  return changes.map((change) => {
    if (change.op === 'edit') {
      given.clear()
      const steps = change.steps.map((step) => {
        // Nobody has looked at the steps yet; what is not whole is left for whoever does.
        if (step.type !== 'text' || !areIds(step.given)) return step
        const { given: ids, ...rest } = step
        for (const id of ids) given.add(id)
        return rest
      })
      return given.size > 0 ? { ...change, steps } : change
    }
    return change.op !== 'remove' && spec(change.table).onText && given.delete(change.id)
      ? { ...change, given: true }
      : change
  })
}

function changesAs(operations: readonly Operation[]): Change[] {
  return operations.flatMap(({ name, args }): Change[] => {
    const known = operationNames.get(name)
    if (!known) throw new RangeError(`unknown operation ${name}`)
    const { table, kind } = known
    const key = keyOf(table)
    if (kind === 'Remove') return [remove(table, args[key] as Key, args)]
    if (kind === 'BatchRemove') return (args.ids as Key[]).map((id) => remove(table, id, args))
    const { create, edit, columns, ...row } = args
    if (edit) return [editChange(row as AnyRow, edit as EditStep[])]
    const rows = kind === 'CreateOrUpdate' ? [row as AnyRow] : rowsOf(columns as Columns, key)
    return rows.map((each) => (create ? insert(table, each) : update(table, each)))
  })
}

const remove = (table: Table, id: Key, { into, careful }: Operation['args']): Remove => ({
  op: 'remove',
  table,
  id,
  ...(into !== undefined && { into: into as number }),
  ...(careful === true && { careful }),
})

function insert(table: Table, given: AnyRow): Insert {
  const row: AnyRow = {}
  for (const column of columnsOf(table)) row[column] = given[column] as number | string
  return { op: 'insert', table, id: row[keyOf(table)] as Key, row }
}

function update(table: Table, row: AnyRow): Update {
  const { [keyOf(table)]: id, ...set } = row
  if (!spec(table).onText || !('sourceId' in set)) return { op: 'update', table, id: id as Key, set }
  const { sourceId, questionId, ...rest } = set
  return {
    op: 'update',
    table,
    id: id as Key,
    set: rest,
    place: { sourceId: sourceId as number, questionId: questionId as number },
  }
}

const editChange = (row: AnyRow, steps: EditStep[]): Edit => ({
  op: 'edit',
  answerId: row.id as number,
  sourceId: row.sourceId as number,
  questionId: row.questionId as number,
  steps,
  ...(typeof row.answer === 'string' && { answer: row.answer }),
})
