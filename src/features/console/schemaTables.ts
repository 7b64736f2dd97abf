/** What a statement can read of a project: its tables and their columns, with the keys of what they mean. */
import type { MessageKey } from '../../i18n/i18n.ts'
import { columnsOf, spec, type Table, tables } from '../../model/schema.ts'

export interface SchemaColumn {
  name: string
  type: 'INTEGER' | 'TEXT'
  meaning: MessageKey
}
export interface SchemaTable {
  name: string
  meaning: MessageKey
  columns: readonly SchemaColumn[]
}

/** Columns of the same name that mean something else in one table. */
const own: Readonly<Record<string, string>> = {
  'groups.description': 'groupName',
  'preferences.key': 'preference',
  'preferences.value': 'json',
}

const column = (table: string, name: string, type: 'int' | 'text'): SchemaColumn => ({
  name,
  type: type === 'int' ? 'INTEGER' : 'TEXT',
  meaning: `console.column.${own[`${table}.${name}`] ?? name}` as MessageKey,
})

const ofSchema = (name: Table): SchemaTable => ({
  name,
  meaning: `console.table.${name}`,
  columns: columnsOf(name).map((each) => column(name, each, spec(name).columns[each] ?? 'int')),
})

/** The plain texts are derived from the answers; highlights and memos lie on them. */
const texts: SchemaTable = {
  name: 'answer_texts',
  meaning: 'console.table.answer_texts',
  columns: [
    column('answer_texts', 'answerId', 'int'),
    column('answer_texts', 'version', 'int'),
    column('answer_texts', 'text', 'text'),
  ],
}

export const schemaTables: readonly SchemaTable[] = [
  ...tables.slice(0, 3).map(ofSchema),
  texts,
  ...tables.slice(3).map(ofSchema),
]

/** Those that a statement names, in their order here; names within its texts and comments are no names. */
export function tablesNamed(sql: string): SchemaTable[] {
  const bare = sql.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  const names = new Set(bare.match(/[\p{L}_][\p{L}\p{N}_]*/gu)?.map((name) => name.toLowerCase()))
  return schemaTables.filter(({ name }) => names.has(name.toLowerCase()))
}

/** To begin with. */
export const examples: readonly { title: MessageKey; sql: string }[] = [
  {
    title: 'console.example.perQuirk',
    sql: `SELECT title, count(highlights.id) AS highlights, count(DISTINCT sourceId) AS sources
FROM quirks LEFT JOIN highlights ON quirkId = quirks.id
GROUP BY quirks.id
ORDER BY highlights DESC`,
  },
  {
    title: 'console.example.perDay',
    sql: `SELECT date(timestamp / 1000, 'unixepoch', 'localtime') AS day, author, count(*) AS highlights
FROM highlights
GROUP BY day, author
ORDER BY day DESC, highlights DESC`,
  },
  {
    title: 'console.example.uncoded',
    sql: `SELECT title, length(text) AS characters
FROM question_answers AS answers
JOIN sources ON sources.id = answers.sourceId
JOIN answer_texts ON answerId = answers.id
WHERE NOT EXISTS (SELECT 1 FROM highlights WHERE sourceId = answers.sourceId AND questionId = answers.questionId)
ORDER BY characters DESC`,
  },
]
