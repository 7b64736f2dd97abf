/** What a command says of values of a protected project that it could not decrypt: it goes on without them. */
import { type AnyRow, keyOf, type Table } from '../../src/model/schema.ts'
import { placesOf, type Unread } from '../../src/model/sealing/unread.ts'
import type { Db } from '../../wasm/database/db.ts'
import { say } from './output.ts'

const mostNamed = 20

/** `name`: of the file; `rowAt`: the row with this key. */
export function sayUnread(
  name: string,
  unread: Unread,
  rowAt: (table: Table, key: string) => AnyRow | undefined,
): void {
  const places = placesOf(unread)
  const are = places.length === 1 ? 'value' : 'values'
  say(
    `${name}: ${places.length} ${are} could not be decrypted: damaged, or encrypted with another key. Each appears as �:`,
  )
  for (const { table, column, key } of places.slice(0, mostNamed)) {
    const { author } = rowAt(table, key) ?? {}
    say(`  ${table} ${key}, ${column}${author === undefined ? '' : `, by ${author}`}`)
  }
  if (places.length > mostNamed) say(`  and ${places.length - mostNamed} more`)
}

export const rowIn =
  (db: Db) =>
  (table: Table, key: string): AnyRow | undefined =>
    db.one<AnyRow>(`SELECT * FROM "${table}" WHERE "${keyOf(table)}" = ?`, [key])
