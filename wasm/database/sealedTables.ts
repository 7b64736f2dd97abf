/**
 * The tables of a copy that hold words, of the project and of what the copy keeps for itself: steps that wait, what can be undone, what is set aside.
 * How a row of each stands in the file of a protected copy, and how it is read from there.
 */
import { type AnyRow, columnsOf, keyOf, spec, type Table, tables } from '../../src/model/schema.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import { sealedLength } from '../../src/model/sealing/sealedForm.ts'
import { openRow, sealRow } from '../../src/model/sealing/sealedRows.ts'
import { openValue, sealValue } from '../../src/model/sealing/sealedValue.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import type { Db } from './db.ts'

export interface SealedTable {
  name: string
  key: string
  columns: readonly string[]
  /** Rows that are read at once: a text may be large. */
  atOnce: number
  seal(parts: KeyParts, row: AnyRow): AnyRow
  /** null: a value does not open. */
  open(parts: KeyParts, row: AnyRow): AnyRow | null
  /** Once its rows are there: what is made of those of other tables. */
  derive?(db: Db): void
}

const projectTable = (table: Table): SealedTable => ({
  name: table,
  key: keyOf(table),
  columns: columnsOf(table),
  atOnce: table === 'question_answers' ? 10 : 1000,
  seal: (parts, row) => sealRow(parts, table, row),
  open: (parts, row) => openRow(parts, table, row),
})

/** In the file there are the versions alone; texts are made of the answers. */
const texts: SealedTable = {
  name: 'answer_texts',
  key: 'answerId',
  columns: ['answerId', 'version', 'text'],
  atOnce: 1000,
  seal: (_, row) => ({ ...row, text: noText(row.text) }),
  open: (_, row) => row,
  derive: (db) => {
    const ids = db.all<{ id: number }>('SELECT id FROM question_answers')
    // One text in memory at a time.
    for (const { id } of ids) {
      const { answer } = db.one<{ answer: string }>('SELECT answer FROM question_answers WHERE id = ?', [id]) ?? {}
      db.run(
        `INSERT INTO temp.answer_texts (answerId, version, text) VALUES (?, 1, ?)
ON CONFLICT (answerId) DO UPDATE SET text = excluded.text`,
        [id, parseHtml(answer ?? '').text],
      )
    }
  },
}

/** That there is none any more may be known. */
const noText = (text: unknown): string => (text === null ? (null as never) : '')

interface Private {
  name: string
  key: string
  columns: readonly string[]
  sealed: (row: AnyRow) => readonly string[]
}

/** Where the copy stands, and whose it is. Whatever else is noted in letters is sealed. */
const clearNotes: ReadonlySet<unknown> = new Set(['uuid', 'epoch', 'author', 'access', 'otherwise'])

const privateTables: readonly Private[] = [
  {
    name: '_pending',
    key: 'id',
    columns: ['id', 'intent', 'effect', 'versions', 'push', 'i', 'tab', 'entry', 'way', 'restores', 'merges'],
    sealed: () => ['intent', 'effect'],
  },
  {
    name: '_history',
    key: 'id',
    columns: ['id', 'tab', 'undone', 'title', 'changes', 'step', 'session', 'onText'],
    sealed: () => ['title', 'changes'],
  },
  { name: '_calls', key: 'id', columns: ['id', 'result'], sealed: () => ['result'] },
  { name: '_large', key: 'id', columns: ['id', 'text'], sealed: () => ['text'] },
  {
    name: '_meta',
    key: 'key',
    columns: ['key', 'value'],
    sealed: ({ key, value }) => (typeof value === 'string' && !clearNotes.has(key) ? ['value'] : []),
  },
]

function privateTable({ name, key, columns, sealed }: Private): SealedTable {
  const placeOf = (column: string, row: AnyRow): string => `${name}.${column} ${row[key]}`
  return {
    ...{ name, key, columns },
    atOnce: name === '_large' ? 10 : 1000,
    // How long what waits is, is nobody's to know.
    seal: (parts, row) => {
      const values = sealed(row).map((column) => [
        column,
        sealValue(parts, placeOf(column, row), String(row[column]), 0),
      ])
      return { ...row, ...Object.fromEntries(values) }
    },
    open: (parts, row) => {
      const opened = { ...row }
      // A copy that was made before words could be written has notes that are none.
      for (const column of sealed(row).filter((each) => sealedLength(String(row[each])) !== null)) {
        const found = openValue(parts, placeOf(column, row), String(row[column]))
        if (!found) return null
        opened[column] = found.plain
      }
      return opened
    },
  }
}

/** The answers stand before what is made of them. */
export const sealedTables: readonly SealedTable[] = [
  ...tables.filter((table) => spec(table).sealed !== undefined).map(projectTable),
  texts,
  ...privateTables.map(privateTable),
]
