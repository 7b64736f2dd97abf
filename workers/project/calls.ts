/** The calls of one step, run in the open transaction: what each returns may be named by the next, and positions are moved to the text as it is. */
import { moveSpan } from '../../src/model/change.ts'
import type { Args, Call, CommandName, RefusedApart } from '../../src/model/commands.ts'
import { attempt, isProblem, refuse } from '../../src/model/problems.ts'
import type { Db } from '../../wasm/database/db.ts'
import { handlers } from './handlers.ts'
import type { Live } from './live/live.ts'
import type { Tx } from './tx.ts'

/** Returns what each call returned, in their order; refuses as the commands do, but for those that are `apart`. */
export function runCalls(tx: Tx, live: Live, calls: readonly Call[]): unknown[] {
  const { db } = tx
  const results: unknown[] = []
  for (const { command, args, apart } of calls) {
    const handler = handlers[command] as (tx: unknown, args: unknown) => unknown
    const isPast = isBehind(db, live, command, args)
    const run = () => (isPast ? { behind: true } : handler(tx, asNow(db, live, substitute(args, results))))
    results.push(apart ? runApart(db, run) : run())
  }
  return results
}

/** What it has written until it was refused is rolled back, and nobody has seen it: the journal's rows go too. */
function runApart(db: Db, run: () => unknown): unknown {
  const done = attempt(() => db.transaction(run))
  return isProblem(done) ? ({ refused: done.problem } satisfies RefusedApart) : done.ok
}

/** The same results, of editing sessions with the tick that their steps have led to: asked after the watches were told. */
export const withTicks = (db: Db, live: Live, calls: readonly Call[], results: readonly unknown[]): unknown[] =>
  results.map((result, i) => {
    const call = calls[i]
    if (call?.command !== 'editAnswerSteps' || (result as { behind?: true }).behind) return result
    const answerId = answerAt(db, call.args)
    return { tick: answerId === undefined ? 0 : live.tick(answerId) }
  })

/** Positions that a page took from a text which others have changed since, in the text as it is (`Seen`). */
function asNow(db: Db, live: Live, args: unknown): unknown {
  const { tick, ...seen } = args as Partial<Args<'createHighlight'> & Args<'updateHighlight'>>
  const { start, length, highlightId } = seen
  if (tick === undefined || start === undefined || length === undefined) return args
  const place =
    highlightId === undefined
      ? seen
      : db.one<AskedAnswer>('SELECT sourceId, questionId FROM highlights WHERE id = ?', [highlightId])
  const answerId = place && answerAt(db, place)
  const edits = answerId === undefined ? [] : live.since(answerId, tick)
  if (!edits) return refuse({ kind: 'textChanged' })
  return { ...seen, ...moveSpan({ start, length }, edits) }
}

/** Steps of an editing session fit only the text that they were made for: others have changed it meanwhile. */
function isBehind(db: Db, live: Live, command: CommandName, args: unknown): boolean {
  if (command !== 'editAnswerSteps') return false
  const { tick, ...place } = args as Args<'editAnswerSteps'>
  const answerId = answerAt(db, place)
  return answerId !== undefined && live.tick(answerId) !== tick
}

interface AskedAnswer {
  sourceId?: number
  questionId?: number
}

const answerAt = (db: Db, { sourceId = 0, questionId = 0 }: AskedAnswer): number | undefined =>
  db.one<{ id: number }>('SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?', [
    sourceId,
    questionId,
  ])?.id

/** `"$1"` stands for what the first call returned; where there is no such call before, it is a text that a person wrote. */
function substitute(args: unknown, results: readonly unknown[]): unknown {
  if (typeof args === 'string' && /^\$[1-9]\d*$/.test(args) && Number(args.slice(1)) <= results.length)
    return results[Number(args.slice(1)) - 1]
  if (Array.isArray(args)) return args.map((each) => substitute(each, results))
  if (args === null || typeof args !== 'object' || ArrayBuffer.isView(args)) return args
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, substitute(value, results)]))
}
