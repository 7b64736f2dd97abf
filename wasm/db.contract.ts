/** What every `Db` must do, whoever runs SQLite. Give it a way to open an empty database. */
import { describe, expect, it } from 'vitest'
import { invert, rewind } from '../src/model/change.ts'
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

const dump = (db: Db) =>
  ['source_metadata_keys', 'source_metadata_values', 'preferences'].map((table) =>
    db.all(`SELECT * FROM ${table} ORDER BY 1`),
  )
