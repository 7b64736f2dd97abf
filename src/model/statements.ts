/** Statements of the SQL console: what a page is told of an answer. */

/** What came of a statement: its rows are kept by the worker under `run`, and read by windows. */
export interface StatementAnswer {
  run: number
  columns: readonly string[]
  /** Rows that are kept. */
  rows: number
  /** There are more than are kept. */
  more: boolean
  /** How long SQLite took, with what was read of its rows. */
  ms: number
}

/** Long texts are cut, byte strings told by their first bytes in hexadecimal; `length` in units or bytes. */
export type ShownCell = number | string | null | { text: string; length: number } | { bytes: string; length: number }
