/** What the journal costs: one UPDATE of many highlights, seen by the journal, against the same UPDATE alone. */
import { firstQuestionId } from '../src/model/schema.ts'
import { openNode } from '../wasm/database/boot/node.ts'
import type { Db } from '../wasm/database/db.ts'
import { openJournal } from '../wasm/database/journal.ts'
import { copySql } from '../wasm/database/migrations/tables.ts'
import { compare, type Row, type Rows, timed } from './row.ts'

const sql = 'UPDATE highlights SET timestamp = timestamp + 1 WHERE id <= ?'

export const rows: Rows = async () => [journaled(1000, 45), journaled(100_000, 40)]

function journaled(count: number, target: number): Row {
  const seen = highlights(count)
  const journal = openJournal(seen)
  const bare = highlights(count)
  const row = compare(
    `journal: one UPDATE of ${count.toLocaleString('en')} rows / the same alone`,
    target,
    () => {
      let effects = 0
      const spent = timed(() => {
        effects = seen.transaction(() => journal.record(() => seen.run(sql, [count])).effects.length)
      })
      if (effects !== count) throw new Error(`${effects} of ${count} rows were journaled`)
      return spent
    },
    () => timed(() => bare.transaction(() => bare.run(sql, [count]))),
    9,
  )
  seen.close()
  bare.close()
  return row
}

function highlights(count: number): Db {
  const db = openNode(':memory:')
  db.exec(copySql)
  db.transaction(() => {
    for (let id = 1; id <= count; id++)
      db.run(
        'INSERT INTO highlights (id, sourceId, questionId, quirkId, start, length, author, timestamp) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [id, id % 1000, firstQuestionId, id % 500, id, 20, 'Anna', 0],
      )
  })
  return db
}
