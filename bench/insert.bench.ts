/**
 * insert-million: the project's highlights inserted one by one through our WebAssembly driver, into memory, without an index, in one
 * transaction / the same rows through one prepared statement of SQLite in C (where there is no compiler or no sqlite3.h: through node:sqlite,
 * and the name says so). Fewer rows than a million at the smaller sizes.
 */
import { columnsOf } from '../src/model/schema.ts'
import { openMemory } from '../wasm/database/boot/memory.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import type { Db, Params } from '../wasm/database/db.ts'
import { compile } from './native/compile.ts'
import { compareInTurn, goalRounds, median, type Rows, timed } from './row.ts'

const columns = columnsOf('highlights')
const create = `PRAGMA page_size = 16384; CREATE TABLE highlights (${columns.map((name) => `"${name}" ${name === 'author' ? 'TEXT' : 'INTEGER'} NOT NULL${name === 'id' ? ' PRIMARY KEY' : ''}`).join(', ')})`
const insert = `INSERT INTO highlights (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

export const rows: Rows = async (bench) => {
  const file = bench.projectFile()
  const all = readAll(file)
  const native = compile<{ ms: number[]; check: number }>(bench, 'rows.c', ['sqlite3'])
  const ours = async () => {
    const db = await openMemory()
    return insertAll(db, all)
  }
  const reference = () => {
    if (!native) return insertAll(openNode(':memory:'), all)
    const { ms, check } = native.run(file, 'insert', 1)
    if (check !== all.length) throw new Error(`${check} rows in C, ${all.length} here`)
    return median(ms)
  }
  const name = native ? 'insert-million' : 'insert-million (node:sqlite)'
  return [{ ...(await compareInTurn(name, 1.3, ours, reference, goalRounds)), note: `${all.length} rows` }]
}

function readAll(file: string): Params[] {
  const db = openNode(file, { readOnly: true })
  const rows = db.all(`SELECT ${columns.join(', ')} FROM highlights ORDER BY id`)
  db.close()
  return rows.map((row) => columns.map((column) => row[column] ?? null))
}

function insertAll(db: Db, all: readonly Params[]): number {
  db.exec(create)
  const spent = timed(() =>
    db.transaction(() => {
      for (const row of all) db.run(insert, row)
    }),
  )
  db.close()
  return spent
}
