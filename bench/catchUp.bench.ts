/**
 * Catching up: 10,000 steps of others, read from the room's log in its portions and applied to a copy whose screen is
 * shown. Against: the same rows written to a bare database in as many transactions.
 */
import { seeded } from '../fixtures/random.ts'
import type { Room } from '../server/room/room.ts'
import type { Change } from '../src/model/change.ts'
import { clients } from '../src/model/ids.ts'
import { socketBytes } from '../src/model/limits.ts'
import { operationsOf } from '../src/model/operations.ts'
import type { Event } from '../src/model/protocol.ts'
import { type AnyRow, columnsOf, firstQuestionId } from '../src/model/schema.ts'
import type { Db } from '../wasm/database/db.ts'
import { versionsBefore } from '../wasm/database/versions.ts'
import { copyDb, copyOn, duplicate, meet, newRoom, showScreen } from './openProject.ts'
import { type Bench, compare, type Rows, timed } from './row.ts'

/** The smallest project is there to try the bench out. */
const countOf = (size: Bench['size']) => (size === 'tiny' ? 1000 : 10_000)

export const rows: Rows = async (bench) => {
  const count = countOf(bench.size)
  const { room, db } = newRoom(bench)
  const joiner = bench.newPath()
  room.snapshot(joiner, 'joiner')
  const since = room.head
  const changes = work(db, count)
  submitAll(room, db, changes)
  const portions = portionsSince(room, since)
  if (portions.flat().length !== count) throw new Error(`${portions.flat().length} events`)
  const wire = portions.map((events) => JSON.stringify(events))
  const row = compare(
    `catching up: ${count.toLocaleString('en')} events (${bench.size}) / the same rows in as many bare transactions`,
    12,
    () => {
      const copy = copyOn(copyDb(duplicate(bench, joiner)), 'Ben')
      meet(copy, room)
      showScreen(copy)
      const spent = timed(() => {
        for (const events of wire) if (copy.receive(JSON.parse(events) as Event[]) !== 'done') throw new Error('a gap')
      })
      if (copy.head !== room.head) throw new Error('not caught up')
      copy.close()
      return spent
    },
    () => {
      const bare = copyDb(duplicate(bench, joiner))
      bare.durability('normal')
      let done = 0
      const spent = timed(() => {
        for (const [i, events] of portions.entries()) {
          JSON.parse(wire[i] ?? '')
          bare.transaction(() => {
            for (const change of changes.slice(done, done + events.length)) write(bare, change)
          })
          done += events.length
        }
      })
      bare.close()
      return spent
    },
  )
  room.close()
  return [row]
}

/** Seven in ten highlights are made, two quirks moved, one highlight removed. */
function work(db: Db, count: number): Exclude<Change, { op: 'edit' }>[] {
  const random = seeded(4)
  const places = db.all<{ sourceId: number; n: number }>(
    'SELECT sourceId, length(text) AS n FROM question_answers a JOIN answer_texts t ON t.answerId = a.id WHERE questionId = ? AND length(text) > 100 LIMIT 1000',
    [firstQuestionId],
  )
  const quirkIds = db.all<{ id: number }>('SELECT id FROM quirks').map((row) => row.id)
  const old = db.all<{ id: number }>('SELECT id FROM highlights ORDER BY id LIMIT 1000').map((row) => row.id)
  let id = 2 ** 52
  return Array.from({ length: count }, (_, i) => {
    const turn = i % 10
    const removed = old[(i - turn) / 10]
    if (turn === 9 && removed !== undefined) return { op: 'remove', table: 'highlights', id: removed }
    if (turn >= 7)
      return { op: 'update', table: 'quirks', id: random.from(quirkIds), set: { x: random.below(5000), y: i } }
    const { sourceId, n } = random.from(places)
    id += clients
    const stretch = { start: random.below(Math.floor(n / 2)), length: 1 + random.below(30) }
    const row = {
      id,
      sourceId,
      questionId: firstQuestionId,
      quirkId: random.from(quirkIds),
      ...stretch,
      author: `Anna ${i}`,
      timestamp: i,
    }
    return { op: 'insert', table: 'highlights', id, row }
  })
}

function submitAll(room: Room, db: Db, changes: readonly Change[]): void {
  // Made once and not measured: no need to wait for the disk.
  db.exec('PRAGMA synchronous = OFF')
  for (let from = 0; from < changes.length; from += 500) {
    const submissions = changes.slice(from, from + 500).map((change) => ({
      sender: {
        client: 0,
        access: 'own' as const,
        author: change.op === 'insert' ? String(change.row.author) : 'Anna',
      },
      push: null,
      steps: [{ operations: operationsOf([change]), versions: versionsBefore(db, [change]) }],
      hash: '',
    }))
    for (const { answer } of room.submit(submissions))
      for (const step of answer.steps) if (!('seq' in step)) throw new Error(`not taken: ${JSON.stringify(step)}`)
  }
}

function portionsSince(room: Room, since: number): Event[][] {
  const portions: Event[][] = []
  for (let at = since; at < room.head; ) {
    const events = room.events(at, socketBytes)
    portions.push(events)
    at = events.at(-1)?.seq ?? room.head
  }
  return portions
}

const columns = columnsOf('highlights')
const insert = `INSERT INTO highlights (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

function write(db: Db, change: Change): void {
  if (change.op === 'insert')
    db.run(
      insert,
      columns.map((column) => (change.row as AnyRow)[column] ?? 0),
    )
  else if (change.op === 'update')
    db.run('UPDATE quirks SET x = ?, y = ? WHERE id = ?', [change.set.x ?? 0, change.set.y ?? 0, change.id])
  else if (change.op === 'remove') db.run('DELETE FROM highlights WHERE id = ?', [change.id])
}
