import { expect, test } from 'vitest'
import { highlightAt, packHighlights } from '../../src/model/packedHighlights.ts'
import type { HighlightRow } from '../../src/model/queries.ts'
import { random } from '../../src/model/text/randomRich.ts'
import { openNode } from '../database/boot/node.ts'
import { publicSql } from '../database/migrations/tables.ts'
import { answerHighlights } from './answerHighlights.ts'

interface Made extends HighlightRow {
  sourceId: number
  questionId: number
}

const inOrder = (rows: readonly HighlightRow[]) =>
  rows.toSorted((a, b) => a.start - b.start || a.length - b.length || a.quirkId - b.quirkId || a.id - b.id)
const columns = ['id', 'sourceId', 'questionId', 'quirkId', 'start', 'length', 'author', 'timestamp'] as const

test('the highlights of an answer and of a window are those that a look at every row finds (seeds 1–300)', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { below } = random(seed)
    const db = openNode(':memory:')
    db.exec(publicSql())
    const rows = Array.from({ length: below(seed % 10 === 0 ? 700 : 40) }, (_, i): Made => {
      const start = below(60)
      const place = { sourceId: 1 + below(2), questionId: 1 + below(2) }
      const author = ['Anna', 'Ben', 'Chloé'][below(3)] ?? ''
      return { id: 2 ** 52 + i, ...place, quirkId: 1 + below(3), start, length: below(20), author, timestamp: i }
    })
    for (const row of rows)
      db.run(
        'INSERT INTO highlights VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        columns.map((column) => row[column]),
      )
    const here = rows.filter((row) => row.sourceId === 1 && row.questionId === 1)
    const bare = (of: readonly Made[]) => inOrder(of.map(({ sourceId: _s, questionId: _q, ...row }) => row))
    const read = (window?: { from: number; to: number }) => {
      const packed = answerHighlights(db, { sourceId: 1, questionId: 1 }, window)
      return Array.from(packed.ids, (_, i) => highlightAt(packed, i))
    }
    expect(read(), `seed ${seed}`).toEqual(bare(here))
    const from = below(60)
    const to = from + 1 + below(30)
    const touching = here.filter((row) => row.start < to && row.start + row.length > from)
    expect(read({ from, to }), `seed ${seed}, ${from} to ${to}`).toEqual(bare(touching))
    expect(packHighlights(bare(here))).toEqual(
      expect.objectContaining({ ids: Float64Array.from(bare(here), (row) => row.id) }),
    )
    db.close()
  }
})
