import { expect, it } from 'vitest'
import { Refusal } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { serverSql } from '../../wasm/database/migrations/tables.ts'
import { addVersion, listVersions, removeVersion } from './versions.ts'

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

it('a project has 200 versions and no more, until one is removed', () => {
  const db = openNode(':memory:')
  db.exec(serverSql)
  const add = (at: number) => addVersion(db, { name: 'Draft', author: 'Ann', at, seq: 1 })
  for (let at = 1; at <= 200; at += 1) add(at)
  expect(() => add(201)).toThrow(new Refusal({ kind: 'tooManyVersions', most: 200 }))
  removeVersion(db, 1)
  add(202)
  expect(listVersions(db)).toHaveLength(200)
})
