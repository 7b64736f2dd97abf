/** Changesets say all that a room does: who takes them has every table as it is there. */
import { expect, it } from 'vitest'
import { random } from '../../../src/model/text/randomRich.ts'
import { serverSql } from '../migrations/tables.ts'
import { openNode } from './node.ts'

const tablesOf = (db: ReturnType<typeof openNode>) =>
  db.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).map(({ name }) => name)
const rowsOf = (db: ReturnType<typeof openNode>) =>
  Object.fromEntries(tablesOf(db).map((table) => [table, db.all(`SELECT * FROM "${table}" ORDER BY 1, 2`)]))

it('no table of a project is without a primary key: its rows would be left out', () => {
  const db = openNode(':memory:')
  db.exec(serverSql)
  for (const table of tablesOf(db)) {
    const columns = db.all<{ pk: number }>('SELECT pk FROM pragma_table_info(?)', [table])
    expect
      .soft(
        columns.some(({ pk }) => pk > 0),
        table,
      )
      .toBe(true)
  }
})

it('says what was committed, and nothing of what was taken back', () => {
  const [db, other] = [openNode(':memory:'), openNode(':memory:')]
  for (const each of [db, other]) each.exec(serverSql)
  db.record?.()
  const rnd = random(3)
  const ids: number[] = []
  for (let step = 0; step < 300; step += 1) {
    try {
      db.transaction(() => {
        const id = 8192 * (step + 1)
        db.run(insert, [id])
        ids.push(id)
        if (ids.length > 1 && rnd.chance(0.3)) db.run('DELETE FROM _removed WHERE id = ?', [rnd.pick(ids as [number])])
        if (rnd.chance(0.2)) throw new Error('taken back')
      })
    } catch {}
    const set = db.changes?.() ?? null
    if (set !== null && set !== 'all') other.take?.(set)
  }
  expect(rowsOf(other)).toEqual(rowsOf(db))
  expect(rowsOf(db)._removed?.length).toBeGreaterThan(50)
})

const insert = `INSERT INTO _removed (id, "table", author) VALUES (?, 'memos', 'Ann')`

it('of too many rows it says that all is to be written, and goes on after that', () => {
  const db = openNode(':memory:')
  db.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)')
  db.record?.()
  db.run(
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20001) INSERT INTO t SELECT n FROM c',
  )
  expect(db.changes?.()).toBe('all')
  expect(db.changes?.()).toBeNull()
  db.run('DELETE FROM t WHERE n = 1')
  expect(db.changes?.()).toBeInstanceOf(Uint8Array)
})

it('refuses a changeset that does not fit, and has done nothing then', () => {
  const [db, other] = [openNode(':memory:'), openNode(':memory:')]
  for (const each of [db, other]) each.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)')
  other.run('INSERT INTO t VALUES (2)')
  db.record?.()
  db.run('INSERT INTO t VALUES (1), (2)')
  const set = db.changes?.()
  expect(() => other.take?.(set as Uint8Array)).toThrow('does not fit')
  expect(other.all('SELECT n FROM t')).toEqual([{ n: 2 }])
})
