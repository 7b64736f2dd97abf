/**
 * One command end to end: a highlight made in one copy, shown there, checked, numbered and logged by the room, acknowledged,
 * and shown in a second copy; all in one process, so without the time on the wire, but with its texts written and read.
 * Against: the same row written to three bare databases with the same durability, and as JSON four times.
 */
import { createHash } from 'node:crypto'
import { seeded } from '../fixtures/random.ts'
import { parseRequest } from '../server/reading/graphql.ts'
import type { Room } from '../server/room/room.ts'
import type { Event, FrozenPush, PushAnswer, Step } from '../src/model/protocol.ts'
import { columnsOf, firstQuestionId } from '../src/model/schema.ts'
import type { Db } from '../wasm/database/db.ts'
import type { Copy } from '../workers/project/copy.ts'
import { copyDb, copyOn, duplicate, meet, newRoom, showScreen } from './openProject.ts'
import { type Bench, compare, type Rows, timed } from './row.ts'

export const rows: Rows = async (bench) => {
  const { room } = newRoom(bench)
  const joiner = bench.newPath()
  room.snapshot(joiner, 'joiner')
  const [anna, ben] = ['Anna', 'Ben'].map((name) => {
    const copy = copyOn(copyDb(duplicate(bench, joiner)), name)
    meet(copy, room)
    return copy
  }) as [Copy, Copy]
  const { sourceId, textLength } = longestText(anna.db)
  const place = showScreen(anna, sourceId)
  showScreen(ben, sourceId)
  const quirkIds = anna.db.all<{ id: number }>('SELECT id FROM quirks').map((row) => row.id)
  const random = seeded(3)
  /** A passage that its quirk does not cover yet. */
  const next = () => {
    for (let tries = 0; tries < 10_000; tries++) {
      const stretch = { start: random.below(Math.floor(textLength / 2)), length: 1 + random.below(20) }
      const args = { ...place, quirkId: random.from(quirkIds), ...stretch }
      if (!anna.db.one(covering, [args.sourceId, args.quirkId, args.start, args.start + args.length])) return args
    }
    throw new Error('there is no passage left to highlight')
  }
  const alone = bareDatabases(bench, joiner)
  let calls = 0
  const before = room.head
  const row = compare(
    `command: createHighlight to the second copy (${bench.size}) / one row in three databases`,
    8,
    () => timed(() => exchange(anna, ben, room, `call ${++calls}`, next())),
    () => timed(() => alone.write(next())),
    60,
  )
  if (room.head !== before + calls) throw new Error('not every highlight was taken')
  for (const each of [anna, ben, room, alone]) each.close()
  return [row]
}

function longestText(db: Db): { sourceId: number; textLength: number } {
  const found = db.one<{ sourceId: number; textLength: number }>(
    `SELECT sourceId, length(text) AS textLength FROM question_answers a JOIN answer_texts t ON t.answerId = a.id
WHERE questionId = ? ORDER BY textLength DESC LIMIT 1`,
    [firstQuestionId],
  )
  if (!found) throw new Error('the project has no text')
  return found
}

const covering = 'SELECT 1 FROM highlights WHERE sourceId = ? AND quirkId = ? AND start <= ? AND start + length >= ?'

function exchange(from: Copy, to: Copy, room: Room, call: string, args: Parameters<typeof createHighlight>[0]): void {
  const done = from.run('tab', call, [createHighlight(args)], 'undo.createHighlight')
  const push = from.nextPush()
  if ('problem' in done || !push) throw new Error(`no highlight: ${JSON.stringify(done)}`)
  const frozen = JSON.parse(push.body) as FrozenPush
  const steps = frozen.steps.map(({ query, variables, versions }): Step => {
    const parsed = parseRequest(query, variables)
    if ('problem' in parsed || parsed.ok.kind !== 'mutation') throw new Error(`no mutation: ${query}`)
    return { operations: parsed.ok.operations, versions }
  })
  const hash = createHash('sha256').update(push.body).digest('hex')
  const [taken] = room.submit([
    { sender: { client: from.client, access: 'own', author: from.author }, push: frozen.push, steps, hash },
  ])
  if (!taken) throw new Error('no answer')
  from.acknowledge(JSON.parse(JSON.stringify(taken.answer)) as PushAnswer)
  to.receive(JSON.parse(JSON.stringify(taken.events)) as Event[])
}

const createHighlight = (args: {
  sourceId: number
  questionId: number
  quirkId: number
  start: number
  length: number
}) => ({ command: 'createHighlight', args }) as const

/** Three files like those of the two copies and the room. */
function bareDatabases(bench: Bench, path: string) {
  const dbs = Array.from({ length: 3 }, () => copyDb(duplicate(bench, path))) as [Db, Db, Db]
  dbs[2].durability('normal')
  const columns = columnsOf('highlights')
  const sql = `INSERT INTO highlights (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  let id = 2 ** 52
  return {
    write(row: object): void {
      const whole: Record<string, number | string> = { ...row, id: ++id, author: 'Anna', timestamp: 0 }
      for (const db of dbs)
        db.transaction(() =>
          db.run(
            sql,
            columns.map((column) => whole[column] ?? 0),
          ),
        )
      for (let i = 0; i < 4; i++) JSON.parse(JSON.stringify(whole))
    },
    close(): void {
      for (const db of dbs) db.close()
    },
  }
}
