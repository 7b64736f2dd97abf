import { expect, it } from 'vitest'
import { openNode } from '../../wasm/database/boot/node.ts'
import { serverSql } from '../../wasm/database/migrations/tables.ts'
import { addVersion, removeVersion } from './versions.ts'

it('a version is never called as one was that is gone: what still comes of that one is not taken for its state', () => {
  const db = openNode(':memory:')
  db.exec(serverSql)
  const add = (at: number) => addVersion(db, { name: 'Draft', author: 'Ann', at, seq: 1 }).id
  const first = add(1000)
  removeVersion(db, first)
  const second = add(1001)
  expect(second).not.toBe(first)
  // Two within a millisecond, or after a clock that went back.
  expect(add(1001)).toBeGreaterThan(second)
  expect(add(5)).toBeGreaterThan(second)
})
