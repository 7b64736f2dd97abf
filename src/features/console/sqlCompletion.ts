/** What is offered while a statement is written: the project's tables, their columns with what they mean, and SQLite's own words. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { SQLite, sql } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { MessageKey } from '../../i18n/i18n.ts'
import { type SchemaTable, schemaTables, tablesNamed } from './schemaTables.ts'

type Meaning = (key: MessageKey) => string

/** Names of the project stand before SQL's own words, which are many. */
const boosts = { column: 60, table: 50 }
/** Where a table is named next. */
const tableNext = /\b(?:from|join)\s+$/i

const columnsIn = ({ columns }: SchemaTable, t: Meaning): Completion[] =>
  columns.map(({ name, type, meaning }) => ({
    label: name,
    type: 'property',
    detail: type,
    info: t(meaning),
    boost: boosts.column,
  }))

/** The columns of the tables that the statement names; where it names none yet, of all. Each name once. */
export function columnsFor(statement: string, t: Meaning): Completion[] {
  const named = tablesNamed(statement)
  const columns = (named.length > 0 ? named : schemaTables).flatMap((table) => columnsIn(table, t))
  return [...new Map(columns.map((column) => [column.label, column])).values()]
}

function completeColumn(context: CompletionContext, t: Meaning): CompletionResult | null {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u)
  if (!word && !context.explicit) return null
  const from = word?.from ?? context.pos
  const head = context.state.sliceDoc(0, from)
  // Behind a table's name and a point, its own columns alone are offered.
  if (head.endsWith('.') || tableNext.test(head)) return null
  return { from, options: columnsFor(context.state.doc.toString(), t), validFor: /^[\p{L}\p{N}_]*$/u }
}

/** `t`: the meaning of a table or column in the user's language. */
export function sqlLanguage(t: Meaning): Extension {
  const schema = Object.fromEntries(
    schemaTables.map((table) => [
      table.name,
      {
        self: { label: table.name, type: 'type', info: t(table.meaning), boost: boosts.table },
        children: columnsIn(table, t),
      },
    ]),
  )
  return [
    sql({ dialect: SQLite, schema, upperCaseKeywords: true }),
    SQLite.language.data.of({ autocomplete: (context: CompletionContext) => completeColumn(context, t) }),
  ]
}
