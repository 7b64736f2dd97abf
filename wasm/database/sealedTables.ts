/**
 * The tables of a copy that hold words, of the project and of what the copy keeps for itself: steps that wait, what can be undone, what is set aside.
 * How a row of each stands in the file of a protected copy, and how it is read from there.
 */
import { type AnyRow, columnsOf, keyOf, spec, type Table, tables } from '../../src/model/schema.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import { sealedLength } from '../../src/model/sealing/sealedForm.ts'
import { openRow, sealRow } from '../../src/model/sealing/sealedRows.ts'
import { openValue, sealValue } from '../../src/model/sealing/sealedValue.ts'

export interface SealedTable {
  name: string
  key: string
  columns: readonly string[]
  /** Those of them that are sealed in some rows, or in all. */
  sealable: readonly string[]
  /** Rows that are read at once: a text may be large. */
  atOnce: number
  seal(parts: KeyParts, row: AnyRow): AnyRow
  /** null: a value does not open. */
  open(parts: KeyParts, row: AnyRow): AnyRow | null
  /** Puts its rows into memory by itself, with no word of them. */
  lay?: string
}

const projectTable = (table: Table): SealedTable => ({
  name: table,
  key: keyOf(table),
  columns: columnsOf(table),
  sealable: spec(table).sealed ?? [],
  atOnce: 1000,
  seal: (parts, row) => sealRow(parts, table, row),
  open: (parts, row) => openRow(parts, table, row),
})

const answerColumns = columnsOf('question_answers')
const readAtOnce = answerColumns.slice(0, answerColumns.indexOf('answer'))
/** The text of an answer, and what stands behind it in its row: to read that takes as long as to read the text. */
export const readLater = answerColumns.slice(readAtOnce.length)

/** Texts are opened when they are read (`sealedTexts.ts`). */
const answers: SealedTable = {
  ...projectTable('question_answers'),
  lay: `INSERT INTO temp.question_answers (${answerColumns.join(', ')})
SELECT ${readAtOnce.join(', ')}, ${readLater.map(blankOf).join(', ')} FROM main.question_answers`,
}

function blankOf(column: string): string {
  return spec('question_answers').columns[column] === 'int' ? '0' : "''"
}

/** Stands for a text that is not empty, where the text itself is not. */
const blank = ' '
/** A sealed text says how long it is, and is not read as a whole where it is surely not empty. */
const isThere = `CASE WHEN octet_length(answer) > 200 OR substr(answer, 1, 5) <> '~1.0.' THEN '${blank}' ELSE '' END`

/**
 * In the file there are the versions alone, and that a text is not empty, if that is known: to look at all the answers takes as long as to lay the rest. Until a text is opened
 * there is a blank for it, unless it is empty.
 */
const texts: SealedTable = {
  name: 'answer_texts',
  key: 'answerId',
  columns: ['answerId', 'version', 'text'],
  sealable: [],
  atOnce: 1000,
  seal: (_, row) => ({ ...row, text: noText(row.text) }),
  open: (_, row) => row,
  lay: `INSERT INTO temp.answer_texts SELECT id, COALESCE(version, 1),
CASE text WHEN '${blank}' THEN '${blank}' ELSE (SELECT ${isThere} FROM main.question_answers WHERE id = answers.id) END
FROM (SELECT id FROM main.question_answers) answers LEFT JOIN main.answer_texts ON answerId = id;
INSERT OR IGNORE INTO temp.answer_texts SELECT answerId, version, text FROM main.answer_texts;
UPDATE main.answer_texts SET text = '${blank}' WHERE text = '' AND answerId IN (SELECT answerId FROM temp.answer_texts WHERE text = '${blank}')`,
}

/** That there is none any more may be known. */
const noText = (text: unknown): string => (text === null ? (null as never) : text === '' ? '' : blank)

interface Private {
  name: string
  key: string
  columns: readonly string[]
  sealable: readonly string[]
  /** Left out: all that may be. */
  sealed?: (row: AnyRow) => readonly string[]
}

/** Where the copy stands, and whose it is. Whatever else is noted in letters is sealed. */
const clearNotes: ReadonlySet<unknown> = new Set(['uuid', 'epoch', 'author', 'access', 'otherwise'])

const privateTables: readonly Private[] = [
  {
    name: '_pending',
    key: 'id',
    columns: ['id', 'intent', 'effect', 'versions', 'push', 'i', 'tab', 'entry', 'way', 'restores', 'merges'],
    sealable: ['intent', 'effect'],
  },
  {
    name: '_history',
    key: 'id',
    columns: ['id', 'tab', 'undone', 'title', 'changes', 'step', 'session', 'onText'],
    sealable: ['title', 'changes'],
  },
  { name: '_calls', key: 'id', columns: ['id', 'result'], sealable: ['result'] },
  { name: '_large', key: 'id', columns: ['id', 'text'], sealable: ['text'] },
  {
    name: '_meta',
    key: 'key',
    columns: ['key', 'value'],
    sealable: ['value'],
    sealed: ({ key, value }) => (typeof value === 'string' && !clearNotes.has(key) ? ['value'] : []),
  },
]

function privateTable({ name, key, columns, sealable, sealed = () => sealable }: Private): SealedTable {
  const placeOf = (column: string, row: AnyRow): string => `${name}.${column} ${row[key]}`
  return {
    ...{ name, key, columns, sealable },
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

/** Those of the project but for its answers, which are large. Whoever has an answer has its source, whose title is sealed too. */
export const besideAnswers: readonly SealedTable[] = tables
  .filter((table) => spec(table).sealed !== undefined && table !== 'question_answers')
  .map(projectTable)

export const sealedTables: readonly SealedTable[] = [
  ...besideAnswers,
  answers,
  texts,
  ...privateTables.map(privateTable),
]
