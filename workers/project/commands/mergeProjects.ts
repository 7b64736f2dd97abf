/**
 * Other projects, merged into this one: what the rules of merging make of them all is written as the difference from what is there.
 *
 * Promises: nothing that is there changes but for what it did not have, a text, the sound of a recording or whether there is one question. Every new row has an id of this copy's
 * making, since colleagues may add rows, or merge the same projects, at the same time.
 */
import type { MergedIn } from '../../../src/model/commands.ts'
import { mergedProjects, pushBytes } from '../../../src/model/limits.ts'
import { refuse } from '../../../src/model/problems.ts'
import { type ProjectRows, rowCount } from '../../../src/model/projectRows.ts'
import { mergeProjects as merge } from '../../../src/model/rules/projects/merge/mergeProjects.ts'
import { soundRows } from '../../../src/model/rules/projects/merge/soundRows.ts'
import type { Answer, Recording } from '../../../src/model/schema.ts'
import { type AnyRow, keyOf, type Table, tables } from '../../../src/model/schema.ts'
import { diffStep } from '../../../src/model/text/edit.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { countRows, projectRows } from '../../../wasm/database/projectRows.ts'
import type { Handler, Tx } from '../tx.ts'

export const mergeProjects: Handler<'mergeProjects'> = (tx, { others, shown }) => {
  let room = mergedProjects.mostRowsInto - countRows(tx.db)
  const read = others.map((other) => {
    const rows = readRows(other)
    room -= rowCount(rows)
    if (room < 0) refuse({ kind: 'mergeIntoTooLarge' })
    return { rows, keepBoth: new Set(other.keepBoth) }
  })
  const base = projectRows(tx.db)
  const { rows, counts } = merge(base, read, { newId: tx.newId })
  if (shown && JSON.stringify(shown) !== JSON.stringify(counts)) refuse({ kind: 'mergeChanged' })
  const fresh = added(base, rows)
  const answered = answeredNow(base.question_answers, rows.question_answers)
  // A step that edits texts goes whole.
  if (answered.length > 0 && sizeOf(fresh) > mostEdited) refuse({ kind: 'mergeIntoTooLarge' })
  for (const { there, answer } of answered) tx.edit(there, diffStep(readRich(there.answer), parseHtml(answer)))
  for (const [table, list] of fresh) insertAll(tx, table, list)
  hearAgain(tx, base.recordings, rows.recordings)
  return counts
}

/** Recordings that had lost their sound, and have that of another project now. */
function hearAgain(tx: Tx, before: readonly Recording[], now: readonly Recording[]): void {
  for (const [at, row] of before.entries()) {
    const { hash, type, milliseconds } = now[at] ?? row
    if (hash !== row.hash) tx.update('recordings', row.id, { hash, type, milliseconds })
  }
}

function readRows({ rows }: MergedIn): ProjectRows {
  if (typeof rows === 'object' && 'arrayBuffer' in rows) throw new Error('nobody has read the rows')
  let given: unknown
  try {
    given = JSON.parse(typeof rows === 'string' ? rows : new TextDecoder('utf-8', { fatal: true }).decode(rows))
  } catch {
    return refuse({ kind: 'badRequest', detail: 'the rows are no project JSON' })
  }
  return soundRows('', given, mergedProjects.mostRows)
}

/** UTF-16 units of what comes with texts that are edited, about: one push holds it on the wire, whatever its letters are. */
const mostEdited = pushBytes / 4

/** What a number takes, with its name. */
const numberSize = 16

const sizeOf = (rows: readonly [Table, readonly AnyRow[]][]): number =>
  rows.reduce((sum, [, list]) => list.reduce((of, row) => of + sizeOfRow(row), sum), 0)

const sizeOfRow = (row: AnyRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + numberSize + (typeof value === 'string' ? value.length : 0),
    0,
  )

/** Answers that had no words, and have those of another project now. */
function answeredNow(before: readonly Answer[], now: readonly Answer[]): { there: Answer; answer: string }[] {
  return before.flatMap((there, at) => {
    const answer = now[at]?.answer ?? there.answer
    return answer === there.answer ? [] : [{ there, answer }]
  })
}

/** What the base did not have, in the order in which rows name each other; of preferences those that are others now too. */
function added(base: Required<ProjectRows>, rows: Required<ProjectRows>): [Table, readonly AnyRow[]][] {
  return tables.map((table) => {
    const [before, now] = [base[table] as readonly AnyRow[], rows[table] as readonly AnyRow[]]
    const isNew = (row: AnyRow, at: number) => at >= before.length || (table === 'preferences' && row !== before[at])
    return [table, now.filter(isNew)]
  })
}

function insertAll(tx: Tx, table: Table, rows: readonly AnyRow[]): void {
  tx.change(rows.map((row) => ({ op: 'insert', table, id: row[keyOf(table)] ?? 0, row })))
}
