/**
 * analyses: the words of all texts counted for a watch while a colleague chats and drags bubbles, a step at each slice / the same question
 * left alone. analyses-put-off: while a colleague writes in the texts, ten edits a second, until it is answered / the 2 s that it may be put
 * off and the time that it takes alone, with a tenth for the clock, so the limit is the reference.
 */
import type { Effect } from '../src/model/change.ts'
import type { Db } from '../wasm/database/db.ts'
import type { KernelModule } from '../wasm/kernels/kernel.ts'
import { openAnalyses } from '../workers/project/live/analyses.ts'
import { theColumns } from './kernels/theColumns.ts'
import { compareInTurn, limitRow, type Rows } from './row.ts'

export const rows: Rows = async (bench) => {
  const { db, module } = await theColumns(bench)
  const chat = { id: 1, message: 'Hello', author: 'Ben', timestamp: 0 }
  const chatter: Effect[] = [
    { op: 'insert', table: 'chat_messages', id: 1, row: chat },
    { op: 'update', table: 'quirks', id: 1, was: { x: 1 }, set: { x: 2 } },
  ]
  const alone = () => counted(db, module, () => [])
  const busy = await compareInTurn(`analyses (${bench.size})`, 1.3, () => counted(db, module, () => chatter), alone)
  const limit = 2000 + busy.reference
  const ms = await counted(db, module, writing(db))
  return [busy, limitRow(`analyses-put-off (${bench.size})`, ms, 1.1 * limit)]
}

/** An edit every 100 ms, which leaves the text as it is. */
function writing(db: Db): () => Effect[] {
  const place = db.one<{ answerId: number; sourceId: number; questionId: number }>(
    'SELECT id AS answerId, sourceId, questionId FROM question_answers LIMIT 1',
  )
  if (!place) throw new Error('the project has no text')
  let last = performance.now()
  return () => {
    if (performance.now() - last < 100) return []
    last = performance.now()
    return [{ op: 'edit', ...place, steps: [], inverse: [] }]
  }
}

/** Milliseconds until it is answered; `meanwhile` is done whenever others have their turn. */
async function counted(db: Db, module: KernelModule, meanwhile: () => Effect[]): Promise<number> {
  const analyses = openAnalyses({
    kernels: async () => module,
    turn: () => new Promise((resolve) => setImmediate(resolve)).then(() => analyses.keep(meanwhile())),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    report: (error) => {
      throw error
    },
  })
  analyses.attach(db)
  const began = performance.now()
  await new Promise((resolve) => analyses.watch('wordCounts', { offset: 0, limit: 100 }, resolve))
  analyses.close()
  return performance.now() - began
}
