import { expect, test } from 'vitest'
import type { Highlight } from '../../../src/model/schema.ts'
import { random } from '../../../src/model/text/randomRich.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { openJournal } from '../../../wasm/database/journal.ts'
import { publicSql } from '../../../wasm/database/migrations/tables.ts'
import { openTx, type Tx } from '../tx.ts'
import { mergeMoved } from './highlights.ts'
import { mergeHighlights } from './mergeHighlights.ts'

const columns = ['id', 'sourceId', 'questionId', 'quirkId', 'start', 'length', 'author', 'timestamp'] as const

function drawn(seed: number): Highlight[] {
  const { below, pick } = random(seed)
  return Array.from({ length: 2 + below(40) }, (_, at) => ({
    id: (at * 7919) % 10_007,
    sourceId: 1 + below(2),
    questionId: 1,
    quirkId: 1 + below(3),
    start: below(60),
    length: below(9),
    author: pick(['Anna', 'Ben']),
    timestamp: at,
  }))
}

function after(rows: readonly Highlight[], merge: (tx: Tx, db: Db) => void) {
  const db = openNode(':memory:')
  db.exec(publicSql())
  for (const row of rows)
    db.run(
      'INSERT INTO highlights VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      columns.map((column) => row[column]),
    )
  merge(openTx(db, openJournal(db), { author: 'Anna', now: 0, newId: () => 0, random: () => 0, at: () => {} }), db)
  const left = db.all<Highlight>('SELECT * FROM highlights ORDER BY id')
  db.close()
  return left
}

const last = process.env.PROVE ? 1000 : 150

test(`what one quirk gives another hangs together as if each highlight had been moved by itself (seeds 1–${last})`, () => {
  let merged = 0
  for (let seed = 1; seed <= last; seed += 1) {
    const rows = drawn(seed)
    const oneByOne = after(rows, (tx, db) => {
      const moved = db.all<{ id: number }>(
        'SELECT id FROM highlights WHERE quirkId = 1 ORDER BY sourceId, questionId, start, length, id',
      )
      db.run('UPDATE highlights SET quirkId = 2 WHERE quirkId = 1')
      mergeMoved(
        tx,
        moved.map(({ id }) => id),
      )
    })
    expect(
      after(rows, (tx) => mergeHighlights(tx, 1, 2)),
      `seed ${seed}`,
    ).toEqual(oneByOne)
    merged += rows.length - oneByOne.length
  }
  expect(merged).toBeGreaterThan(last)
})
