/** What a program hears of each operation of its mutation: the key of the row that it made, changed or removed. */
import type { RowKeys } from '../../src/model/protocol.ts'
import type { Key, Table } from '../../src/model/schema.ts'
import type { Db } from '../../wasm/database/db.ts'
import { present } from '../../wasm/database/present.ts'
import type { NamedRows } from './complete.ts'

/** Call before the step is done; what it returns, after it. */
export function openRowKeys(db: Db, named: readonly NamedRows[]): () => RowKeys[] {
  const before = presentOf(
    db,
    named.filter(({ removes }) => removes),
  )
  return () => {
    const after = presentOf(
      db,
      named.filter(({ removes }) => !removes),
    )
    return named.map(({ table, keys, isOne, removes }) => {
      const there = (removes ? before : after).get(table)
      const found = keys.map((key) => (there?.has(key) ? key : null))
      return isOne ? (found[0] ?? null) : found
    })
  }
}

function presentOf(db: Db, named: readonly NamedRows[]): Map<Table, Set<Key>> {
  const asked = new Map<Table, Set<Key>>()
  for (const { table, keys } of named) {
    const ofTable = asked.get(table) ?? new Set()
    for (const key of keys) ofTable.add(key)
    asked.set(table, ofTable)
  }
  return new Map([...asked].map(([table, keys]) => [table, present(db, table, keys)]))
}
