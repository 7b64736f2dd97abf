/**
 * What a copy of a protected project sends and gets, between its own plain text and the sealed one of the wire.
 *
 * Promises: of what is sent every sealed column, and every word of an edit, is sealed; what was sealed opens to the same operations, letter by letter.
 */
import { type Columns, columnar, type Operation, operationNames, rowsOf } from '../operations.ts'
import { refuse } from '../problems.ts'
import { type AnyRow, keyOf, spec, type Table } from '../schema.ts'
import type { EditStep } from '../text/edit.ts'
import type { KeyParts } from './keys.ts'
import { openRow, placeOf, sealRow } from './sealedRows.ts'
import { openStep, sealStep, unreadStep } from './sealedSteps.ts'

/** The key, and what the project is called. */
export interface Sealing {
  parts: KeyParts
  name: string
}

/** What an edit is made on, and what it makes of it. */
export interface EditGround {
  /** How often the text had been edited before. */
  version: number
  /** Of each step: the length of the text before it, and what takes it back. */
  steps: { length: number; inverse: EditStep[] }[]
  /** The HTML of the answer after it. */
  answer: string
}

/** `groundOf`: asked of each operation that edits a text, in their order. */
export const sealOperations = (
  { parts }: Sealing,
  operations: readonly Operation[],
  groundOf: (operation: Operation) => EditGround,
): Operation[] =>
  operations.map((operation) =>
    operation.args.edit
      ? sealEdit(parts, operation, groundOf(operation))
      : withRows(operation, (table, row) => sealRow(parts, table, row)),
  )

/** Throws Refusal truncatedProject where something does not open: nothing of it is done. A copy that goes on all the same gets signs in its place (`unread.ts`). */
export function openOperations({ parts, name }: Sealing, operations: readonly Operation[]): Operation[] {
  const damaged = () => refuse({ kind: 'truncatedProject', name })
  return operations.map((operation) =>
    operation.args.edit
      ? openEdit(parts, operation, damaged)
      : withRows(operation, (table, row) => openRow(parts, table, row) ?? damaged()),
  )
}

/** The operation with other values in the sealed columns that it has. */
function withRows(operation: Operation, as: (table: Table, row: AnyRow) => AnyRow): Operation {
  const { name, args } = operation
  const known = operationNames.get(name)
  const sealed = known && spec(known.table).sealed
  if (!sealed || known.kind === 'Remove' || known.kind === 'BatchRemove') return operation
  const { table } = known
  const columns = args.columns as Columns | undefined
  if (!columns) return sealed.some((column) => column in args) ? { name, args: as(table, args as AnyRow) } : operation
  if (!sealed.some((column) => column in columns)) return operation
  const rows = rowsOf(columns, keyOf(table)).map((row) => as(table, row))
  return { name, args: { ...args, columns: { ...columns, ...only(columnar(rows), sealed) } } }
}

const only = (columns: Columns, names: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)))

function sealEdit(parts: KeyParts, { name, args }: Operation, { version, steps, answer }: EditGround): Operation {
  const answerId = args.id as number
  const edit = (args.edit as EditStep[]).map((step, n) => {
    const { length, inverse } = steps[n] ?? { length: 0, inverse: [] }
    return sealGiven(parts, sealStep(parts, { answerId, version, n }, step, inverse, length))
  })
  const whole = sealRow(parts, 'question_answers', { id: answerId, answer })
  return { name, args: { ...args, edit, answer: whole.answer } }
}

function sealGiven<S extends EditStep>(parts: KeyParts, step: S): S {
  if (step.type !== 'text' || !step.gives) return step
  return {
    ...step,
    gives: step.gives.map((give) =>
      give.row ? { ...give, row: sealRow(parts, give.table, give.row as AnyRow) } : give,
    ),
  }
}

/** Of edits that were opened, by their steps: on which version of their text they were made. It is none of what they say, by which own ones are known again. */
const madeOn = new WeakMap<object, number>()

/**
 * An edit that was opened, where it comes to the text which has `version`: it opens at each, so that who passes it on could do so twice, or another one before it, which
 * shows where that is not the version that it was made on. Then there are signs, as for one that does not open.
 */
export function inItsTurn({ parts, name }: Sealing, operation: Operation, version: number): Operation {
  const edit = operation.args.edit as EditStep[]
  const made = madeOn.get(edit)
  if (made === undefined || made === version) return operation
  parts.unread?.set(placeOf('question_answers', 'answer', { id: operation.args.id as number }), '')
  const signs = edit.map((step) => (parts.unread && unreadStep(step)) ?? refuse({ kind: 'truncatedProject', name }))
  return { ...operation, args: { ...operation.args, edit: signs } }
}

function openEdit(parts: KeyParts, { name, args }: Operation, damaged: () => never): Operation {
  const { answer: _, ...rest } = args
  const { unread } = parts
  const place = placeOf('question_answers', 'answer', { id: args.id as number })
  const steps = args.edit as EditStep[]
  const [version] = placeIn(steps[0])
  const edit = steps.map((step, n) => {
    const [made, at] = placeIn(step)
    const opened = made === version && at === n ? openStep(parts, args.id as number, step) : null
    // One that could not be read at all is no more than it was: signs, and longer or shorter than what is kept for them.
    if (!opened || unread?.has(place)) unread?.set(place, '')
    return opened ?? (unread && unreadStep(step)) ?? damaged()
  })
  if (version !== undefined) madeOn.set(edit, version)
  return { name, args: { ...rest, edit } }
}

/** Which step it says that it is; empty: it is not sealed. */
const placeIn = (step: EditStep | undefined): [version?: number, n?: number] =>
  (step?.type === 'text' ? step.sealed?.at : undefined) ?? []
