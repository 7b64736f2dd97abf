/**
 * A copy of a project: the database, what may be done to it, and how it follows the room. Synchronous and without a host:
 * `project.ts` connects it to a socket, the fuzz and `thicket run` to a room in the same process.
 *
 * Promises: a command is one transaction with its pending step and its undo entry; nothing after the commit can fail it.
 */
import { type Effect, invert } from '../../src/model/change.ts'
import type { Call } from '../../src/model/commands.ts'
import { isUndoStep } from '../../src/model/commands.ts'
import { mergeTitle, type StepTitle } from '../../src/model/history.ts'
import { attempt, isProblem, ok, type Problem, type Result, refuse } from '../../src/model/problems.ts'
import { keyOf } from '../../src/model/schema.ts'
import { placeOf } from '../../src/model/sealing/sealedRows.ts'
import type { Unread } from '../../src/model/sealing/unread.ts'
import type { Db } from '../../wasm/database/db.ts'
import { metaNumber, metaText, setMeta } from '../../wasm/database/meta.ts'
import { copySql, laterColumns } from '../../wasm/database/migrations/tables.ts'

import { noteUnread } from '../../wasm/database/plainTables.ts'
import { atAnswers } from '../../wasm/database/texts.ts'
import type { HistoryState } from './api.ts'
import { runCalls, withTicks } from './calls.ts'
import { readState } from './commands/restoreState.ts'
import type { Analyses } from './live/analyses.ts'
import { type Live, openLive } from './live/live.ts'
import { touchedBy } from './live/touched.ts'
import type { LongStep } from './opened/longStep.ts'
import { noteEntry, pendingCount, type SentAs } from './pending/pending.ts'
import { hasGivenUp, sendSetAside } from './setAside/setAside.ts'
import { openSteps, ownTexts } from './steps.ts'
import { adopt, type CarriedStep } from './sync/carryOver.ts'
import { type Follow, type FollowOptions, openFollow } from './sync/follow.ts'
import { openedState } from './sync/openedState.ts'
import { openTx } from './tx.ts'
import {
  extendEntry,
  historyState,
  peek,
  pushEntry,
  removeEntry,
  takeUp,
  waitingStep,
  writeEntry,
} from './undo/stacks.ts'
import { leftAlone, takeBack } from './undo/takeBack.ts'
import { undoTitle } from './undo/undoTitle.ts'

export interface CopyOptions extends FollowOptions {
  now: () => number
  random: () => number
  author: string
  /** Watches that outlive this copy: a snapshot may take its place. */
  live?: Live
  analyses?: Pick<Analyses, 'attach' | 'keep'>
  /** Of a step that is sent in parts, in UTF-16 units. */
  partSize?: number
  /** Of a command that this tab runs now. */
  beginLongStep?: (tab: string) => LongStep
}

/** What others have changed meanwhile was left as it is: nothing of it, parts of the step, or all, so that nothing was done. */
interface TookBack {
  leftAlone: false | 'parts' | 'all'
}

export interface Copy extends Follow {
  readonly db: Db
  readonly live: Live
  readonly head: number
  /** Under which it follows the room; 0: a new number is to be had. */
  readonly client: number
  readonly epoch: string
  readonly waiting: number
  author: string
  /** What the room has said of this client: its number and the epoch. */
  meet(client: number, epoch: string): void
  run(tab: string, call: string, calls: readonly Call[], title: string): Result<unknown[]>
  undo(tab: string): Result<TookBack>
  redo(tab: string): Result<TookBack>
  history(tab: string): HistoryState
  /** A tab that has done nothing yet goes on where one that is not among `open` has ended. */
  takeUpHistory(tab: string, open: readonly string[]): void
  /** These sources have been opened in this browser. */
  readSources(ids: readonly number[]): void
  /** All that have been. */
  readonly opened: number[]
  /** Of `setAside.ts`. */
  sendSetAside(tab: string): Result<{ sent: number; setAside: number }>
  /** Of `carryOver.ts`. */
  adopt(carried: readonly CarriedStep[]): Problem[]
  close(): void
}

const keptCalls = 500
/** Where nobody waits to hear how far a step is. */
const unheard: LongStep = { at: () => {}, end: () => {} }
/** What undo and redo of a restored state bring back is a state that the project had, too. */
const restoreTitle = 'undo.restoreState'
/** As what a step of this title is taken back, or done again. */
const sentAs = ({ key, state }: StepTitle, way: 'undo' | 'redo'): SentAs => ({
  restores: key !== restoreTitle ? null : way === 'undo' || (state ?? true),
  merges: key === mergeTitle && way === 'redo',
})

export function openCopy(db: Db, options: CopyOptions): Copy {
  db.exec(copySql)
  for (const { missing, sql } of laterColumns) if (!db.one(missing)) db.exec(sql)
  const live = options.live ?? openLive(options.onBug)
  const steps = openSteps(db, { ...options, live })
  const { journal, counts } = steps
  live.attach({ db, counts, unread: options.sealing?.parts.unread })
  options.analyses?.attach(db)
  const follow = openFollow(db, steps, options)
  let author = options.author

  /** What this copy could not read would be lost. */
  const refuseUnread = (effects: readonly Effect[]) => {
    const unread = options.sealing?.parts.unread
    if (unread?.size && effects.some((effect) => writesOver(unread, effect))) refuse({ kind: 'textUnreadable' })
  }

  /** What has been gone back to can be read, or is what could not be read before. */
  const forgetUnread = (effects: readonly Effect[]) => {
    const parts = options.sealing?.parts
    for (const effect of effects) if (effect.op === 'edit') parts?.unread?.delete(answerPlace(effect.answerId))
    if (parts) noteUnread(db, parts)
  }

  const run = (tab: string, call: string, calls: readonly Call[], title: string): Result<unknown[]> => {
    const known = db.one<{ result: string }>('SELECT result FROM _calls WHERE id = ?', [call])
    if (known) return JSON.parse(known.result) as Result<unknown[]>
    const session = calls.length === 1 && calls[0]?.command === 'editAnswerSteps' ? calls[0].args.session : null
    const long = options.beginLongStep?.(tab) ?? unheard
    const { random, now } = options
    const tx = openTx(db, journal, { author, now: now(), newId: steps.newId, random, at: long.at })
    const done = attempt(() =>
      db.transaction(() => {
        const state = calls.flatMap(({ command, args }) => (command === 'restoreState' ? [args.seq] : []))[0] ?? null
        const merges = calls.some(({ command }) => command === 'mergeProjects')
        // As what it is sent again, where it is taken back and done again.
        const key = merges ? mergeTitle : title
        const named = { ...undoTitle(db, calls, key), ...(state !== null && { state }) }
        const { result, effects } = steps.record(() => runCalls(tx, live, calls.map(readable)))
        if (state === null) refuseUnread(effects)
        else forgetUnread(effects)
        const onto = session === null ? null : waitingStep(db, tab, session)
        const [step, ...more] = steps.keep(effects, tab, { restores: state, merges }, onto)
        if (step !== undefined && step === onto) extendEntry(db, tab, invert(effects))
        else if (step !== undefined && calls.some(({ command }) => isUndoStep(command))) {
          const entry = pushEntry(db, tab, { title: named, changes: invert(effects), step, session })
          for (const part of [step, ...more]) noteEntry(db, part, entry, 'do')
        }
        rememberCall(db, call, { ok: result })
        return { result, effects }
      }),
    )
    long.end()
    if (isProblem(done)) return done
    steps.tell(done.ok.effects, ownTexts(done.ok.effects, session))
    return ok(withTicks(db, live, calls, done.ok.result))
  }

  /** The state that a protected project had comes sealed. */
  const readable = (call: Call): Call => {
    if (!options.sealing || call.command !== 'restoreState') return call
    const answerHere = (id: number) =>
      atAnswers(db, [id]).one<{ answer: string }>('SELECT answer FROM question_answers WHERE id = ?', [id])?.answer
    const state = openedState(options.sealing, readState(call.args.state), answerHere)
    return { ...call, args: { ...call.args, state: JSON.stringify(state) } }
  }

  /** Takes the top entry's changes back; what it did goes to the other stack. */
  const take = (tab: string, way: 'undo' | 'redo'): Result<TookBack> => {
    const done = attempt(() =>
      db.transaction(() => {
        const entry = peek(db, tab, way) ?? refuse({ kind: way === 'undo' ? 'nothingToUndo' : 'nothingToRedo' })
        const effects = takeBack(db, journal, entry.changes)
        if (entry.title.key !== restoreTitle) refuseUnread(effects)
        const [step, ...more] = steps.keep(effects, tab, sentAs(entry.title, way))
        for (const id of entry.parts ?? []) if (id !== entry.id) removeEntry(db, id)
        if (step === undefined) removeEntry(db, entry.id)
        else {
          writeEntry(db, { ...entry, changes: invert(effects), step, session: null }, way === 'undo' ? 1 : 0)
          for (const part of [step, ...more]) noteEntry(db, part, entry.id, way)
        }
        return {
          effects,
          leftAlone: leftAlone(entry.changes, effects) && (effects.length === 0 ? 'all' : 'parts'),
        } as const
      }),
    )
    if (isProblem(done)) return done
    steps.tell(done.ok.effects, ownTexts(done.ok.effects))
    return ok({ leftAlone: done.ok.leftAlone })
  }

  const readSources = (ids: readonly number[]) => {
    const fresh = db.transaction(() => ids.filter((id) => counts.read(id)))
    const touched = touchedBy([])
    if (fresh.length === 0) return
    touched.rows.set('sources', new Set(fresh))
    live.flush(touched)
  }

  return {
    ...follow,
    db,
    live,
    get head() {
      return metaNumber(db, 'head')
    },
    get client() {
      return hasGivenUp(db) ? 0 : metaNumber(db, 'client')
    },
    get epoch() {
      return metaText(db, 'epoch')
    },
    get waiting() {
      return pendingCount(db)
    },
    get author() {
      return author
    },
    set author(name) {
      author = name
    },
    meet: (client, epoch) => {
      // Under a new number what was frozen under the old one is frozen anew; a row that did arrive is refused as there already.
      if (client !== metaNumber(db, 'client')) {
        db.run('DELETE FROM _outbox')
        db.run('UPDATE _pending SET push = NULL, i = NULL')
      }
      setMeta(db, 'client', client)
      setMeta(db, 'epoch', epoch)
      steps.meet(client)
    },
    run,
    undo: (tab) => take(tab, 'undo'),
    redo: (tab) => take(tab, 'redo'),
    history: (tab) => historyState(db, tab),
    takeUpHistory: (tab, open) => db.transaction(() => takeUp(db, tab, open)),
    readSources,
    get opened() {
      return counts.allRead()
    },
    sendSetAside: (tab) => sendSetAside(db, steps, tab),
    adopt: (carried) => adopt(db, steps, carried),
    close: () => db.close(),
  }
}

const answerPlace = (answerId: number): string => placeOf('question_answers', 'answer', { id: answerId })

function writesOver(unread: Unread, effect: Effect): boolean {
  if (effect.op === 'edit') return unread.has(answerPlace(effect.answerId))
  if (effect.op !== 'update') return false
  const { table, id, set } = effect
  return Object.keys(set).some((column) => unread.has(placeOf(table, column, { [keyOf(table)]: id })))
}

function rememberCall(db: Db, call: string, result: Result<unknown[]>): void {
  if (call === '') return
  db.run('INSERT INTO _calls (id, result) VALUES (?, ?)', [call, JSON.stringify(result)])
  db.run('DELETE FROM _calls WHERE rowid IN (SELECT rowid FROM _calls ORDER BY rowid DESC LIMIT -1 OFFSET ?)', [
    keptCalls,
  ])
}
