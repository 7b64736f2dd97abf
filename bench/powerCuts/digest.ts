/** What a project holds, in one line: two with the same digest have the same rows in every public table. */
import { createHash } from 'node:crypto'
import { columnsOf, keyOf, tables } from '../../src/model/schema.ts'
import type { Db } from '../../wasm/database/db.ts'

/** What the program that is recorded has promised, in the order of its promises; or that the disk has refused it something. */
export type Ack = { path: string; digest: string; head?: number } | { failed: string }

export function digestOf(db: Db): string {
  const hash = createHash('sha256')
  for (const table of tables) {
    const columns = columnsOf(table).map((column) => `"${column}"`)
    for (const row of db.all(`SELECT ${columns.join(', ')} FROM "${table}" ORDER BY "${keyOf(table)}"`))
      hash.update(JSON.stringify(row))
    hash.update(table)
  }
  return hash.digest('base64url')
}
