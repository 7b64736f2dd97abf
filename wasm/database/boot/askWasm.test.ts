// What only SQLite's WebAssembly build can do with a typed statement: stop it between two of its steps, and bound its memory.
import { expect, test } from 'vitest'
import type { Db } from '../db.ts'
import type { Asked } from '../statement.ts'
import { openMemory } from './memory.ts'

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'

const ask = (db: Db, sql: string, stop: () => boolean): Asked =>
  db.ask(sql, { stop, columns: () => {}, row: () => true })

test('a statement without an end is stopped soon after it is asked to, and the database works on', async () => {
  const db = await openMemory()
  db.exec('CREATE TABLE t (a)')
  let looks = 0
  const stop = () => {
    looks += 1
    return looks === 20
  }
  expect(ask(db, endless, stop)).toEqual({ end: 'stopped' })
  expect(looks).toBe(20)
  // Between two looks, each row being a few steps, there are but so many.
  looks = 0
  let given = 0
  const row = () => {
    given += 1
    return true
  }
  expect(db.ask(endless.replace('count(*)', 'i'), { stop, columns: () => {}, row })).toEqual({ end: 'stopped' })
  expect(given).toBeGreaterThan(20)
  expect(given).toBeLessThan(20 * 1000)
  expect(db.run('INSERT INTO t VALUES (1)')).toBe(1)
  expect(ask(db, 'SELECT * FROM t', () => false)).toEqual({ end: 'all' })
  db.close()
})

test('a statement that keeps too much is stopped before it has taken all memory', async () => {
  const db = await openMemory()
  const rows = endless.replace('count(*)', 'i, randomblob(1000)')
  expect(ask(db, `${rows} ORDER BY 2`, () => false)).toEqual({ end: 'tooMuch' })
  expect(ask(db, 'SELECT randomblob(100000000)', () => false)).toMatchObject({
    end: 'wrong',
    words: expect.stringMatching('too big'),
  })
  expect(db.one('SELECT 1 AS a')).toEqual({ a: 1 })
  db.close()
})
