/**
 * What a room without the key asks of a step in a protected project. It cannot see what a sealed value says; but a word that is not sealed is no part
 * of such a project, and no value is longer than what it says of itself.
 */
import type { Change } from '../../src/model/change.ts'
import { longestAnswer } from '../../src/model/limits.ts'
import { refuse } from '../../src/model/problems.ts'
import { type AnyRow, keyOf, type Table } from '../../src/model/schema.ts'
import { sealedLength } from '../../src/model/sealing/sealedForm.ts'
import { sealedColumns } from '../../src/model/sealing/sealedRows.ts'
import { isSealedStep } from '../../src/model/sealing/sealedSteps.ts'
import { areGives } from '../../src/model/text/edit.ts'
import { longestOf } from './longestOf.ts'

/** `name`: of the project. Throws Refusal protectedProject, tooLong. */
export function checkSealed(name: string, change: Change): void {
  if (change.op === 'insert') checkRow(name, change.table, change.row)
  else if (change.op === 'update') checkRow(name, change.table, { ...change.set, [keyOf(change.table)]: change.id })
  else if (change.op === 'edit') {
    for (const step of change.steps as unknown[]) checkStep(name, step)
    checkValue(name, change.answer, longestAnswer)
  }
}

function checkStep(name: string, step: unknown): void {
  if (!isSealedStep(step)) {
    refuse({ kind: 'protectedProject', name })
    return
  }
  checkValue(name, step.sealed.body, longestAnswer)
  checkValue(name, step.sealed.undo, longestAnswer)
  for (const { table, row } of areGives(step.gives) ? step.gives : []) if (row) checkRow(name, table, row as AnyRow)
}

function checkRow(name: string, table: Table, row: AnyRow): void {
  for (const column of sealedColumns(table, row)) if (column in row) checkValue(name, row[column], longestOf(column))
}

function checkValue(name: string, value: unknown, most: number): void {
  const length = typeof value === 'string' ? sealedLength(value) : null
  if (length === null) refuse({ kind: 'protectedProject', name })
  else if (length > most || (value as string).length > longestSealed(most)) refuse({ kind: 'tooLong', most })
}

/** A unit is three bytes at most, of which base64url makes four letters. */
const longestSealed = (most: number): number => 4 * most + 1000
