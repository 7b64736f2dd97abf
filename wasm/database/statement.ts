/**
 * A statement that somebody has typed, run over a project without any way to change it: what every host lets through and refuses.
 *
 * Promises: one statement, beginning with SELECT, WITH, VALUES or EXPLAIN, that SQLite itself takes for reading only, and whose every part
 * (its functions and what table-valued functions prepare while it runs too) is on the list below. What is not on it is refused.
 */

/** A cell as it is shown: integers beyond 2^53 come as their digits. */
export type Cell = number | string | Uint8Array | null

export interface Asking {
  /** Asked every few thousand steps of SQLite's machine (in Node before each row): true stops the statement. */
  stop(): boolean
  /** Once, before the first row. */
  columns(names: readonly string[]): void
  /** False: no more rows are wanted. */
  row(cells: Cell[]): boolean
}

/** `tooMuch`: it took more memory than one statement may have. */
export type Asked =
  | { end: 'all' | 'enough' | 'stopped' | 'tooMuch' }
  /** No statement of the kind that is let through. */
  | { end: 'refused' }
  /** In SQLite's words; `at`: where in the statement, in UTF-16 units. */
  | { end: 'wrong'; words: string; at: number | null }

/** The longest text or byte string that a statement may read or make, in bytes. */
export const longestValue = 2 ** 25
/** How much the memory of SQLite may grow under one statement, in bytes. */
export const mostMemory = 2 ** 28

const action = { pragma: 19, read: 20, select: 21, function: 31, recursive: 33 } as const
const readingPragmas: ReadonlySet<string> = new Set([
  'collation_list',
  'compile_options',
  'database_list',
  'foreign_key_list',
  'function_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'table_info',
  'table_list',
  'table_xinfo',
])

/** SQLite's question at each part of a statement: `what` is the function's or pragma's name. */
export function mayDo(code: number, first: string | null, second: string | null): boolean {
  switch (code) {
    case action.select:
    case action.read:
    case action.recursive:
      return true
    case action.function:
      return second?.toLowerCase() !== 'load_extension'
    case action.pragma:
      return readingPragmas.has(first?.toLowerCase() ?? '')
    default:
      return false
  }
}

const space = String.raw`(?:\s|;|--[^\n]*(?:\n|$)|/\*[\s\S]*?(?:\*/|$))`
const beginning = new RegExp(String.raw`^${space}*\(*\s*(?:select|with|values|explain)\b`, 'i')
const nothing = new RegExp(`^${space}*$`)

export const beginsAsReading = (sql: string): boolean => beginning.test(sql)
/** Whether what follows the first statement is no other one. */
export const isNothing = (rest: string): boolean => nothing.test(rest)
