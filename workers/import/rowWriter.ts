/** Writes rows of tables, in any order, as the UTF-8 text of one project JSON, without a large string or array at any time. */
import type { Row, Table } from '../../src/model/schema.ts'

export interface RowWriter {
  write<T extends Table>(table: T, row: Row<T>): void
  /** More than can be handed on has been written. */
  isFull(): boolean
  /** Once, at the end. */
  blob(): Blob
}

/** In UTF-16 units of JSON text. */
const pieceLength = 4 * 1024 * 1024
const mostText = 256 * 1024 * 1024

interface Written {
  /** What is in them is the browser's, no longer this thread's. */
  pieces: Blob[]
  rows: string[]
  length: number
}

export function openRowWriter(): RowWriter {
  const tables = new Map<Table, Written>()
  let written = 0
  const flush = (table: Written) => {
    if (table.rows.length === 0) return
    table.pieces.push(new Blob([table.pieces.length > 0 ? ',' : '', table.rows.join(',')]))
    table.rows = []
    table.length = 0
  }
  return {
    write: (name, row) => {
      const table = tables.get(name) ?? { pieces: [], rows: [], length: 0 }
      tables.set(name, table)
      const json = JSON.stringify(row)
      table.rows.push(json)
      table.length += json.length
      written += json.length
      if (table.length > pieceLength) flush(table)
    },
    isFull: () => written > mostText,
    blob: () => {
      const all: (Blob | string)[] = []
      for (const [name, table] of tables) {
        flush(table)
        all.push(`${all.length === 0 ? '{' : ','}"${name}":[`, ...table.pieces, ']')
      }
      return new Blob([...all, all.length === 0 ? '{}' : '}'])
    },
  }
}
