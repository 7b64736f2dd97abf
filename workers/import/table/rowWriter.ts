/** Writes rows of tables, in any order, as the UTF-8 text of one project JSON, without a large string at any time. */
import type { Row, Table } from '../../../src/model/schema.ts'

export interface RowWriter {
  write<T extends Table>(table: T, row: Row<T>): void
  /** More than can be handed on has been written. */
  isFull(): boolean
  /** Once, at the end. */
  bytes(): Uint8Array<ArrayBuffer>
}

/** In UTF-16 units of JSON text. */
const pieceLength = 262_144
const mostText = 256 * 1024 * 1024

export function openRowWriter(): RowWriter {
  const encoder = new TextEncoder()
  const tables = new Map<Table, { pieces: Uint8Array[]; rows: string[]; length: number; has: boolean }>()
  let written = 0
  const flush = (table: { pieces: Uint8Array[]; rows: string[]; length: number; has: boolean }) => {
    if (table.rows.length === 0) return
    table.pieces.push(encoder.encode((table.has ? ',' : '') + table.rows.join(',')))
    table.has = true
    table.rows = []
    table.length = 0
  }
  return {
    write: (name, row) => {
      const table = tables.get(name) ?? { pieces: [], rows: [], length: 0, has: false }
      tables.set(name, table)
      const json = JSON.stringify(row)
      table.rows.push(json)
      table.length += json.length
      written += json.length
      if (table.length > pieceLength) flush(table)
    },
    isFull: () => written > mostText,
    bytes: () => {
      const pieces: Uint8Array[] = []
      for (const [name, table] of tables) {
        flush(table)
        pieces.push(
          encoder.encode(`${pieces.length === 0 ? '{' : ','}"${name}":[`),
          ...table.pieces,
          encoder.encode(']'),
        )
      }
      pieces.push(encoder.encode(pieces.length === 0 ? '{}' : '}'))
      const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const piece of pieces) {
        whole.set(piece, at)
        at += piece.length
      }
      return whole
    },
  }
}
