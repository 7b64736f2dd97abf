/** The list queries that the schema of the wire offers, and what of a row is answered. */
import { spec, type Table, tables } from '../../src/model/schema.ts'

type Row = Record<string, unknown>

/** Name of the list query of each table: quirkQueryList … and questionAnswerQueryList, as the specification has it. */
export const listQueries: ReadonlyMap<string, Table> = new Map(
  tables.map(
    (table) => [`${table === 'question_answers' ? 'questionAnswer' : spec(table).operation}QueryList`, table] as const,
  ),
)

/** A row with these columns, null where it has none of that name. */
export const pick = (row: Row, columns: readonly string[] | null): Row =>
  columns ? Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) : row
