/**
 * What a person sees of a step. A highlight committed and told: from the command until its rows are posted to a page that shows
 * the project with its most highlighted source open; an absolute goal, so the limit is the reference. A batch of a colleague's:
 * 10,000 new highlights, a quarter of them in the open text, received as one event, in one transaction, and told / the same
 * rows written by one bare transaction, with the same indexes and durability.
 */
import { seeded } from '../fixtures/random.ts'
import { clients } from '../src/model/ids.ts'
import { columnar, type Operation } from '../src/model/operations.ts'
import type { Event } from '../src/model/protocol.ts'
import { columnsOf, firstQuestionId, type Highlight } from '../src/model/schema.ts'
import type { Db } from '../wasm/database/db.ts'
import type { Copy } from '../workers/project/copy.ts'
import { copyDb, copyOn, meet, newRoom, showScreen } from './openProject.ts'
import { type Bench, compare, goalRounds, limitRow, percentile95, type Rows, timed } from './row.ts'

const count = 10_000
const commands = 300

export const rows: Rows = async (bench) => {
  const { room } = newRoom(bench)
  const [path, other] = [bench.newPath(), bench.newPath()]
  for (const each of [path, other]) room.snapshot(each, 'joiner')
  const copy = copyOn(copyDb(path), 'Ben')
  meet(copy, room)
  const [open] = texts(copy.db)
  if (!open) throw new Error('the project has no text')
  showScreen(copy, open.sourceId)
  const committed = limitRow(
    `live: a highlight committed and told, p95 (${bench.size})`,
    percentile95(told(copy, open)),
    16,
  )
  const bare = copyDb(other)
  const received = batch(bench, copy, bare)
  for (const each of [copy, bare, room]) each.close()
  return [committed, received]
}

interface TextToCode {
  sourceId: number
  /** Units of its text that highlights of the bench may lie in. */
  length: number
}

/** The most highlighted text first. `length()` counts code points, of which no text has more than units. */
const texts = (db: Db): TextToCode[] =>
  db.all<TextToCode & Record<string, number>>(
    `SELECT a.sourceId, length(t.text) AS length FROM question_answers a JOIN answer_texts t ON t.answerId = a.id
WHERE a.questionId = ? AND length(t.text) > 100 ORDER BY (SELECT COUNT(*) FROM highlights h WHERE h.sourceId = a.sourceId) DESC LIMIT 1000`,
    [firstQuestionId],
  )

const quirksOf = (db: Db) => db.all<{ id: number }>('SELECT id FROM quirks').map(({ id }) => id)

/** Milliseconds of each command until it has returned: it posts before it does. */
function told(copy: Copy, { sourceId, length }: TextToCode): number[] {
  const random = seeded(5)
  const quirkIds = quirksOf(copy.db)
  return Array.from({ length: commands }, (_, i) => {
    const stretch = { start: random.below(length - 60), length: 1 + random.below(50) }
    const args = { sourceId, questionId: firstQuestionId, quirkId: random.from(quirkIds), ...stretch }
    return timed(() => {
      const done = copy.run('tab', `live ${i}`, [{ command: 'createHighlight', args }], 'undo.createHighlight')
      if ('problem' in done) throw new Error(JSON.stringify(done))
    })
  })
}

function batch(bench: Bench, copy: Copy, bare: Db) {
  const made = colleagues(copy.db)
  const ids = made.map(({ id }) => id)
  // What waits would be taken back and done again for the batch, and is another bench's.
  copy.db.exec('DELETE FROM _pending; DELETE FROM _history')
  let seq = copy.head
  const receive = (operation: Operation): number => {
    seq += 1
    const event: Event = { seq, client: copy.client + 1, n: seq, i: 0, author: 'Anna', at: 0, operations: [operation] }
    const wire = JSON.stringify([event])
    return timed(() => {
      if (copy.receive(JSON.parse(wire) as Event[]) !== 'done') throw new Error('a gap')
    })
  }
  bare.durability('normal')
  const columns = columnsOf('highlights') as (keyof Highlight)[]
  const sql = `INSERT INTO highlights (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  const row = compare(
    `live: 10,000 highlights of a colleague received (${bench.size}) / the same rows by one bare transaction`,
    5,
    () => {
      const create = { columns: columnar(made.map((row) => ({ ...row }))), create: true }
      const spent = receive({ name: 'highlightBatchCreateOrUpdate', args: create })
      receive({ name: 'highlightBatchRemove', args: { ids } })
      return spent
    },
    () => {
      const spent = timed(() =>
        bare.transaction(() => {
          for (const row of made)
            bare.run(
              sql,
              columns.map((column) => row[column]),
            )
        }),
      )
      bare.transaction(() => {
        for (const id of ids) bare.run('DELETE FROM highlights WHERE id = ?', [id])
      })
      return spent
    },
    goalRounds,
  )
  return row
}

function colleagues(db: Db): Highlight[] {
  const random = seeded(6)
  const quirkIds = quirksOf(db)
  const [open, ...others] = texts(db) as [TextToCode, ...TextToCode[]]
  return Array.from({ length: count }, (_, i) => {
    const { sourceId, length } = i % 4 === 0 || others.length === 0 ? open : random.from(others)
    const stretch = { start: random.below(length - 40), length: 1 + random.below(30) }
    const place = { sourceId, questionId: firstQuestionId, quirkId: random.from(quirkIds) }
    return { id: 2 ** 52 + i * clients, ...place, ...stretch, author: 'Anna', timestamp: i }
  })
}
