/** What every `Db` must do, whoever runs SQLite. Give it a way to open an empty database. */
import { describe, expect, it } from 'vitest'
import { invert, rewind } from '../../src/model/change.ts'
import { apply } from './apply.ts'
import type { Db } from './db.ts'
import { openJournal } from './journal.ts'
import { serverSql } from './migrations/tables.ts'

export function dbContract(name: string, open: () => Db | Promise<Db>): void {
  describe(`a database ${name}`, () => {
    it('keeps safe integers, texts, bytes and null', async () => {
      const db = await open()
      db.exec('CREATE TABLE t (a, b, c, d)')
      const id = 2 ** 53 - 1
      db.run('INSERT INTO t VALUES (?, ?, ?, ?)', [id, 'a😀é\u0000b', new Uint8Array([0, 255]), null])
      const row = db.one<{ a: number; b: string; c: Uint8Array; d: null }>('SELECT * FROM t WHERE a = ?', [id])
      expect(row?.a).toBe(id)
      expect(row?.b).toBe('a😀é\u0000b')
      expect([...(row?.c ?? [])]).toEqual([0, 255])
      expect(row?.d).toBeNull()
      db.run('INSERT INTO t VALUES (?, ?, ?, ?)', [-5_000_000_000, '', 1.5, 0])
      expect(db.all<{ a: number; c: number }>('SELECT a, c FROM t ORDER BY a')[0]).toMatchObject({
        a: -5_000_000_000,
        c: 1.5,
      })
      db.close()
    })

    it('reads rows one by one without an object for each', async () => {
      const db = await open()
      db.exec("CREATE TABLE t (a, b); INSERT INTO t VALUES (9007199254740991, 'ä😀'), (-3, ''), (0, 'x')")
      const read: unknown[] = []
      for (const most of [10, 0])
        db.each('SELECT a, b, CAST(b AS BLOB) FROM t WHERE a < ?1 * 1e15', [most], (row) => {
          read.push([row.number(0), row.text(1), [...row.bytes(2)]])
        })
      expect(read).toEqual([
        [9007199254740991, 'ä😀', [195, 164, 240, 159, 152, 128]],
        [-3, '', []],
        [0, 'x', [120]],
        [-3, '', []],
      ])
      db.close()
    })

    it('gives rows as objects of the columns that a table has by then', async () => {
      const db = await open()
      db.exec("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'ä'), (2, NULL)")
      const sql = 'SELECT * FROM t WHERE a < ? ORDER BY a'
      expect(db.all(sql, [9])).toEqual([
        { a: 1, b: 'ä' },
        { a: 2, b: null },
      ])
      expect(db.all(sql, [0])).toEqual([])
      db.exec('ALTER TABLE t ADD COLUMN c DEFAULT 3')
      expect(db.all(sql, [2])).toEqual([{ a: 1, b: 'ä', c: 3 }])
      expect(db.all('SELECT a AS "it\'s", b FROM t WHERE a = 2')).toEqual([{ "it's": 2, b: null }])
      db.close()
    })

    it('commits a transaction whole and rolls back on a throw, nested ones too', async () => {
      const db = await open()
      db.exec('CREATE TABLE t (a)')
      db.transaction(() => {
        db.run('INSERT INTO t VALUES (1)')
        expect(() =>
          db.transaction(() => {
            db.run('INSERT INTO t VALUES (2)')
            throw new Error('inner')
          }),
        ).toThrow('inner')
      })
      expect(() =>
        db.transaction(() => {
          db.run('INSERT INTO t VALUES (3)')
          throw new Error('outer')
        }),
      ).toThrow('outer')
      expect(db.all('SELECT a FROM t')).toEqual([{ a: 1 }])
      db.close()
    })

    it('says how many rows a statement changed, and what is wrong with one', async () => {
      const db = await open()
      db.exec('CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (2), (3)')
      expect(db.run('UPDATE t SET a = a + 10 WHERE a > ?', [1])).toBe(2)
      expect(() => db.run('INSERT INTO t VALUES (1)')).toThrow(/UNIQUE/)
      expect(() => db.all('SELECT nothing FROM t')).toThrow(/nothing/)
      expect(db.one('SELECT a FROM t WHERE a = 99')).toBeUndefined()
      db.close()
    })

    it('answers a typed statement that reads, with its columns and every kind of value', async () => {
      const db = await open()
      db.exec("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'ä😀'), (9007199254740993, NULL), (1.5, x'00ff')")
      expect(asked(db, 'SELECT a, b AS "what is it" FROM t ORDER BY rowid; -- no more\n ;')).toEqual({
        end: { end: 'all' },
        names: ['a', 'what is it'],
        rows: [
          [1, 'ä😀'],
          ['9007199254740993', null],
          [1.5, [0, 255]],
        ],
      })
      for (const [sql, count] of reading) expect([sql, asked(db, sql).rows.length]).toEqual([sql, count])
      expect(asked(db, 'SELECT a FROM t', { most: 2 })).toMatchObject({
        end: { end: 'enough' },
        rows: [[1], [expect.anything()]],
      })
      expect(asked(db, 'SELECT a FROM t', { stop: true }).end).toEqual({ end: expect.stringMatching(/all|stopped/) })
      db.close()
    })

    it('refuses a typed statement that is none, several, or does more than read, and stays as it was', async () => {
      const db = await open()
      db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
      for (const sql of writing) {
        const { end, rows } = asked(db, sql)
        expect([sql, end.end]).toEqual([sql, expect.stringMatching(/^(refused|wrong)$/)])
        expect(rows).toEqual([])
      }
      expect(db.all('SELECT a FROM t')).toEqual([{ a: 1 }])
      expect(db.all('PRAGMA database_list')).toHaveLength(1)
      // Nothing of it stays: writing goes on.
      expect(db.run('INSERT INTO t VALUES (?)', ['x'.repeat(40_000_000)])).toBe(1)
      db.transaction(() => db.exec('CREATE TABLE u (a); DROP TABLE u'))
      db.close()
    })

    it('says in SQLite’s words what is wrong with a typed statement', async () => {
      const db = await open()
      expect(asked(db, 'SELECT 1 FRM t').end).toMatchObject({ end: 'wrong', words: 'near "t": syntax error' })
      expect(asked(db, 'SELECT nowhere').end).toMatchObject({
        end: 'wrong',
        words: expect.stringContaining('no such column: nowhere'),
      })
      expect(asked(db, "SELECT json('{')").end).toMatchObject({ end: 'wrong', words: 'malformed JSON' })
      db.close()
    })

    it('shows the journal what any SQL did: replace, upsert, cascade and updates of many rows', async () => {
      const db = await open()
      db.exec(serverSql)
      const journal = openJournal(db)
      const key = (id: number, text: string) => [id, text, 0, 0] as const
      const first = journal.record(() => {
        db.run('INSERT INTO source_metadata_keys VALUES (?, ?, ?, ?)', key(1, 'age'))
        db.run('INSERT INTO source_metadata_keys VALUES (?, ?, ?, ?)', key(2, 'place'))
      })
      expect(first.effects.map((effect) => effect.op)).toEqual(['insert', 'insert'])
      const { effects } = journal.record(() => {
        db.run('INSERT OR REPLACE INTO source_metadata_keys VALUES (?, ?, ?, ?)', key(1, 'years'))
        db.run("INSERT INTO preferences VALUES ('a', '1') ON CONFLICT (key) DO UPDATE SET value = 'x'")
        db.run("INSERT INTO preferences VALUES ('a', '1') ON CONFLICT (key) DO UPDATE SET value = '2'")
        db.run('UPDATE source_metadata_keys SET multipleChoice = 1')
      })
      expect(effects).toEqual([
        {
          op: 'update',
          table: 'source_metadata_keys',
          id: 1,
          set: { key: 'years', multipleChoice: 1 },
          was: { key: 'age', multipleChoice: 0 },
        },
        { op: 'insert', table: 'preferences', id: 'a', row: { key: 'a', value: '2' } },
        { op: 'update', table: 'source_metadata_keys', id: 2, set: { multipleChoice: 1 }, was: { multipleChoice: 0 } },
      ])
      db.run('INSERT INTO source_metadata_values VALUES (5, 1, ?)', ['old'])
      const before = dump(db)
      const removal = journal.record(() => apply(db, journal, [{ op: 'remove', table: 'source_metadata_keys', id: 1 }]))
      expect(removal.effects.map((effect) => effect.op !== 'edit' && effect.table)).toEqual([
        'source_metadata_values',
        'source_metadata_keys',
      ])
      journal.record(() => apply(db, journal, invert(removal.effects)))
      expect(dump(db)).toEqual(before)
      journal.record(() => apply(db, journal, rewind(effects), 'rewind'))
      expect(db.all('SELECT key FROM source_metadata_keys ORDER BY id')).toEqual([{ key: 'age' }, { key: 'place' }])
      db.close()
    })
  })
}

const reading = [
  ['VALUES (1), (2)', 2],
  [
    '/* first */ -- and\n WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n',
    5,
  ],
  ["SELECT name FROM pragma_table_info('t')", 2],
  ["SELECT value FROM json_each('[1, 2, 3]') WHERE value > 1", 2],
  ['SELECT count(*) OVER (), group_concat(a) FROM t', 1],
  ["SELECT ';' UNION SELECT '-- no comment'", 2],
] as const

const writing = [
  '',
  '  -- nothing\n',
  'hello',
  'INSERT INTO t VALUES (2)',
  'SELECT 1; DELETE FROM t',
  'SELECT 1; SELECT 2',
  'SELECT 1;\u0000 DELETE FROM t',
  'WITH x AS (SELECT 5 AS a) INSERT INTO t SELECT a FROM x',
  'WITH x AS (SELECT 5) DELETE FROM t',
  'EXPLAIN DELETE FROM t',
  'REPLACE INTO t VALUES (3)',
  'UPDATE t SET a = 2 RETURNING a',
  'DROP TABLE t',
  'CREATE TABLE u (a)',
  'CREATE TEMP TABLE u AS SELECT 1',
  "ATTACH ':memory:' AS other",
  'VACUUM',
  "VACUUM INTO 'copy.db'",
  'PRAGMA writable_schema = 1',
  'PRAGMA table_info(t)',
  'BEGIN',
  'SAVEPOINT s',
  'ANALYZE',
  'REINDEX',
  "SELECT load_extension('x')",
  'SELECT * FROM pragma_journal_mode',
  'SELECT * FROM pragma_user_version',
  'SELECT 1 INTO u',
]

/** What a typed statement answers; rows without byte strings of their own kind. */
function asked(db: Db, sql: string, { most = 1000, stop = false } = {}) {
  let names: readonly string[] = []
  const rows: unknown[][] = []
  const end = db.ask(sql, {
    stop: () => stop,
    columns: (found) => {
      names = found
    },
    row: (cells) => {
      rows.push(cells.map((cell) => (cell instanceof Uint8Array ? [...cell] : cell)))
      return rows.length < most
    },
  })
  return { end, names, rows }
}

const dump = (db: Db) =>
  ['source_metadata_keys', 'source_metadata_values', 'preferences'].map((table) =>
    db.all(`SELECT * FROM ${table} ORDER BY 1`),
  )
