/**
 * A copy of a project: the database, what may be done to it, and how it follows the room. Synchronous and without a host:
 * `project.ts` connects it to a socket, the fuzz and `thicket run` to a room in the same process.
 *
 * Promises: a command is one transaction with its pending step and its undo entry; nothing after the commit can fail it.
 */

import { type Change, type Edit, type Effect, invert, moveSpan } from '../../src/model/change.ts'
import type { Args, Call, CommandName } from '../../src/model/commands.ts'
import { notUndoable } from '../../src/model/commands.ts'
import { idMaker } from '../../src/model/ids.ts'
import { changesOf, operationsOf } from '../../src/model/operations.ts'
import { attempt, isProblem, ok, type Problem, type Result, refuse } from '../../src/model/problems.ts'
import type { Event, PushAnswer, Restores } from '../../src/model/protocol.ts'
import { keyOf } from '../../src/model/schema.ts'
import type { LeftStep } from '../../src/model/unsent.ts'
import { apply } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import { type Journal, openJournal } from '../../wasm/database/journal.ts'
import { metaNumber, metaText, setMeta } from '../../wasm/database/meta.ts'
import { copySql, laterColumns } from '../../wasm/database/migrations/tables.ts'
import { isOrphan, leaveOutOrphans } from '../../wasm/database/orphans.ts'
import { versionsBefore } from '../../wasm/database/versions.ts'
import type { HistoryState, StepTitle } from './api.ts'
import { handlers } from './handlers.ts'
import type { Analyses } from './live/analyses.ts'
import { type Counts, openCounts } from './live/counts.ts'
import { type Live, openLive } from './live/live.ts'
import { type Touched, touchedBy } from './live/touched.ts'
import {
  type CarriedStep,
  freshTexts,
  keepLeft,
  leftSteps,
  openFitting,
  setLeft,
  sortOut,
  toKeep,
} from './sync/carryOver.ts'
import { partsOf } from './sync/parts.ts'
import {
  addPending,
  nextPush,
  noteEntry,
  type PendingStep,
  pendingCount,
  pendingIds,
  pendingSteps,
  stepsOfPush,
  thaw,
} from './sync/pending.ts'
import { type Decision, rebase } from './sync/rebase.ts'
import { openTx } from './tx.ts'
import {
  entryWith,
  historyState,
  mapHistory,
  peek,
  pushEntry,
  removeEntry,
  takeUp,
  writeEntry,
} from './undo/history.ts'
import { leftAlone, takeBack } from './undo/takeBack.ts'
import { undoTitle } from './undo/undoTitle.ts'

export interface CopyOptions {
  now: () => number
  random: () => number
  author: string
  /** What the copy must say without being asked; errors of watches are bugs and go to `onBug`. */
  onChange: () => void
  onProblem: (problem: Problem) => void
  /** Edits that the room has taken, in its order and as it took them; the copy has them already. */
  onPassed?: (edits: readonly Edit[]) => void
  /** Somebody else has gone back to an earlier state of the project, or taken that away. */
  onWentBack?: (event: Pick<Event, 'author' | 'restores'>) => void
  onBug: (error: unknown) => void
  /** Watches that outlive this copy: a snapshot may take its place. */
  live?: Live
  analyses?: Pick<Analyses, 'attach' | 'keep'>
  /** Of a step that is sent in parts, in UTF-16 units. */
  partSize?: number
}

export interface Copy {
  readonly db: Db
  readonly live: Live
  readonly head: number
  readonly client: number
  readonly epoch: string
  readonly waiting: number
  author: string
  /** What the room has said of this client: its number and the epoch. */
  meet(client: number, epoch: string): void
  run(tab: string, call: string, calls: readonly Call[], title: string): Result<unknown[]>
  undo(tab: string): Result<{ leftAlone: boolean }>
  redo(tab: string): Result<{ leftAlone: boolean }>
  history(tab: string): HistoryState
  /** A tab that has done nothing yet goes on where one that is not among `open` has ended. */
  takeUpHistory(tab: string, open: readonly string[]): void
  /** These sources have been opened in this browser. */
  readSources(ids: readonly number[]): void
  /** All that have been. */
  readonly opened: number[]
  /** The frozen push to send; the same until it is answered. */
  nextPush(): { n: number; body: string } | null
  /** `gap`: an event before is missing, the copy has to be opened again. */
  acknowledge(answer: PushAnswer): 'done' | 'gap'
  /** The room could not read a push at all. Of several steps the one at fault is found by sending them one by one. */
  refusePush(n: number, problem: Problem): void
  receive(events: readonly Event[]): 'done' | 'gap'
  /**
   * Steps that this person may not send (any more) leave what is shown, and are kept for their author; returns how many. `all`: those
   * under way and messages too.
   */
  setAside(all: boolean): number
  /**
   * Does the steps that are kept for their author again, as one new step of this tab; returns how many, and how many cannot be done any more and stay. A step is done
   * whole or not at all.
   */
  sendLeft(tab: string): Result<{ sent: number; kept: number }>
  /** Does again what waited in the copy before this one; returns what to say of the rest. */
  adopt(carried: readonly CarriedStep[]): Problem[]
  close(): void
}

const keptCalls = 500
/** What undo and redo of a restored state bring back is a state that the project had, too. */
const restoreTitle = 'undo.restoreState'
/** What taking back, or doing again, a step of this title restores. */
const restoresBy = ({ key, state }: StepTitle, way: 'undo' | 'redo'): Restores | null =>
  key !== restoreTitle ? null : way === 'undo' || (state ?? true)

export function openCopy(db: Db, options: CopyOptions): Copy {
  db.exec(copySql)
  for (const { missing, sql } of laterColumns) if (!db.one(missing)) db.exec(sql)
  const journal: Journal = openJournal(db)
  const counts: Counts = openCounts(db)
  const live = options.live ?? openLive(options.onBug)
  live.attach({ db, counts })
  options.analyses?.attach(db)
  let author = options.author
  let makeId = idMaker(metaNumber(db, 'client'), metaNumber(db, 'lastId'), options.now)

  /** After the commit: nothing here may throw into the command. */
  const tell = (effects: readonly Effect[], texts: Touched['texts']) => {
    try {
      counts.keep(effects)
      const touched = touchedBy(effects)
      for (const [answerId, text] of texts) if (!touched.texts.has(answerId)) touched.texts.set(answerId, text)
      live.flush(touched)
      options.analyses?.keep(effects)
      options.onChange()
    } catch (error) {
      options.onBug(error)
    }
  }

  let lastId = metaNumber(db, 'lastId')
  const newId = () => {
    lastId = makeId()
    return lastId
  }
  const record = <T>(body: () => T): { result: T; effects: Effect[] } => {
    const before = lastId
    const done = journal.record(body)
    if (lastId !== before) setMeta(db, 'lastId', lastId)
    return done
  }

  /** Stores a done step as pending, in parts, and moves the other tabs' histories; returns their numbers, none when nothing was done. */
  const keepStep = (effects: Effect[], tab: string, restores: Restores | null): number[] => {
    if (effects.length === 0) return []
    mapHistory(db, editsOf(effects), tab)
    // A state that is gone back to is there whole or not at all; the server has bounded it.
    const parts = typeof restores === 'number' ? [effects] : partsOf(effects, options.partSize)
    return parts.map((part) => addPending(db, part, part, versionsBefore(db, part), tab, restores))
  }

  const run = (tab: string, call: string, calls: readonly Call[], title: string): Result<unknown[]> => {
    const known = db.one<{ result: string }>('SELECT result FROM _calls WHERE id = ?', [call])
    if (known) return JSON.parse(known.result) as Result<unknown[]>
    const session = calls.length === 1 && calls[0]?.command === 'editAnswerSteps' ? calls[0].args.session : null
    const done = attempt(() =>
      db.transaction(() => {
        const state = calls.flatMap(({ command, args }) => (command === 'restoreState' ? [args.seq] : []))[0] ?? null
        const named = { ...undoTitle(db, calls, title), ...(state !== null && { state }) }
        const { result, effects } = record(() => runCalls(calls))
        const [step, ...more] = keepStep(effects, tab, state)
        if (step !== undefined && calls.some(({ command }) => !notUndoable.has(command))) {
          const entry = pushEntry(db, tab, { title: named, changes: invert(effects), step, session })
          for (const part of [step, ...more]) noteEntry(db, part, entry, 'do')
        }
        rememberCall(db, call, { ok: result })
        return { result, effects }
      }),
    )
    if (isProblem(done)) return done
    tell(done.ok.effects, ownTexts(done.ok.effects, session))
    return ok(withTicks(calls, done.ok.result))
  }

  const runCalls = (calls: readonly Call[]): unknown[] => {
    const tx = openTx(db, journal, { author, now: options.now(), newId, random: options.random })
    const results: unknown[] = []
    for (const { command, args } of calls) {
      const handler = handlers[command] as (tx: unknown, args: unknown) => unknown
      results.push(isBehind(command, args) ? { behind: true } : handler(tx, asNow(substitute(args, results))))
    }
    return results
  }

  /** Positions that a page took from a text which others have changed since, in the text as it is (`Seen`). */
  const asNow = (args: unknown): unknown => {
    const { tick, ...seen } = args as Partial<Args<'createHighlight'> & Args<'updateHighlight'>>
    const { start, length, highlightId } = seen
    if (tick === undefined || start === undefined || length === undefined) return args
    const place =
      highlightId === undefined
        ? seen
        : db.one<{ sourceId: number; questionId: number }>('SELECT sourceId, questionId FROM highlights WHERE id = ?', [
            highlightId,
          ])
    const answer =
      place &&
      db.one<{ id: number }>('SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?', [
        place.sourceId ?? 0,
        place.questionId ?? 0,
      ])
    const edits = answer ? live.since(answer.id, tick) : []
    if (!edits) return refuse({ kind: 'textChanged' })
    return { ...seen, ...moveSpan({ start, length }, edits) }
  }

  /** Steps of an editing session fit only the text that they were made for: others have changed it meanwhile. */
  const isBehind = (command: CommandName, args: unknown): boolean => {
    if (command !== 'editAnswerSteps') return false
    const { sourceId, questionId, tick } = args as Args<'editAnswerSteps'>
    const answer = db.one<{ id: number }>('SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?', [
      sourceId,
      questionId,
    ])
    return answer !== undefined && live.tick(answer.id) !== tick
  }

  /** The tick that a session's steps have led to. */
  const withTicks = (calls: readonly Call[], results: unknown[]): unknown[] =>
    results.map((result, i) => {
      const call = calls[i]
      if (call?.command !== 'editAnswerSteps' || (result as { behind?: true }).behind) return result
      const answer = db.one<{ id: number }>('SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?', [
        call.args.sourceId,
        call.args.questionId,
      ])
      return { tick: answer ? live.tick(answer.id) : 0 }
    })

  /** Takes the top entry's changes back; what it did goes to the other stack. */
  const take = (tab: string, way: 'undo' | 'redo'): Result<{ leftAlone: boolean }> => {
    const done = attempt(() =>
      db.transaction(() => {
        const entry = peek(db, tab, way) ?? refuse({ kind: way === 'undo' ? 'nothingToUndo' : 'nothingToRedo' })
        const effects = takeBack(db, journal, entry.changes)
        const [step, ...more] = keepStep(effects, tab, restoresBy(entry.title, way))
        for (const id of entry.parts ?? []) if (id !== entry.id) removeEntry(db, id)
        if (step === undefined) removeEntry(db, entry.id)
        else {
          writeEntry(db, { ...entry, changes: invert(effects), step, session: null }, way === 'undo' ? 1 : 0)
          for (const part of [step, ...more]) noteEntry(db, part, entry.id, way)
        }
        return { effects, leftAlone: leftAlone(entry.changes, effects) }
      }),
    )
    if (isProblem(done)) return done
    tell(done.ok.effects, ownTexts(done.ok.effects, null))
    return ok({ leftAlone: done.ok.leftAlone })
  }

  /** What the room has can be had again: its decisions need not be on the disk before they are shown. */
  const lightly = <T>(body: () => T): T => {
    db.durability('normal')
    try {
      return db.transaction(body)
    } finally {
      db.durability('full')
    }
  }

  /** After the commit: nothing here may throw. */
  const tellPassed = (edits: readonly Edit[]) => {
    try {
      if (edits.length > 0) options.onPassed?.(edits)
    } catch (error) {
      options.onBug(error)
    }
  }

  /** One transaction: what `first` does, the room's decisions, the new head, what `last` does. Then the watches are told. */
  const decide = (
    decisions: readonly Decision[],
    head: number,
    first = () => {},
    last = () => {},
    passedBefore: readonly Edit[] = [],
  ): void => {
    const done = lightly(() => {
      first()
      setMeta(db, 'head', head)
      const result = decisions.length > 0 ? rebase(db, journal, decisions) : null
      last()
      return result
    })
    tellPassed([...passedBefore, ...decisions.flatMap(editsTaken)])
    if (!done) {
      options.onChange()
      return
    }
    const texts: Touched['texts'] = new Map()
    for (const edit of done.shown.filter((shown) => !shown.asleep))
      texts.set(edit.answerId, {
        edits: [...(texts.get(edit.answerId)?.edits ?? []), edit],
        session: null,
        by: done.authors.get(edit.answerId) ?? null,
      })
    for (const answerId of done.whole) texts.set(answerId, { edits: null, session: null, by: null })
    tell(done.effects, texts)
    for (const problem of done.lost) options.onProblem(problem)
  }

  const confirm = (ids: readonly number[]) => {
    for (const id of ids) {
      db.run('DELETE FROM _pending WHERE id = ?', [id])
      db.run('UPDATE _history SET step = NULL WHERE step = ?', [id])
    }
  }

  /**
   * Own steps come as events where their answer went to a socket that is no more. The first ones that did in the room what they have done
   * here: the copy has them in their place.
   */
  const takenAsSent = (events: readonly Event[], isOwn: (event: Event) => boolean): PendingStep[] => {
    const taken: PendingStep[] = []
    for (const event of events) {
      const step = isOwn(event) ? stepsOfPush(db, event.n).find(({ i }) => i === event.i) : undefined
      const isFirst = step && pendingIds(db).filter((id) => id < step.id).length === taken.length
      if (!isFirst || JSON.stringify(operationsOf(step.effect)) !== JSON.stringify(event.operations)) break
      taken.push(step)
    }
    return taken
  }

  const receive = (events: readonly Event[]): 'done' | 'gap' => {
    let head = metaNumber(db, 'head')
    const fresh = events.filter((event) => event.seq > head)
    if (fresh.length === 0) return 'done'
    for (const event of fresh) {
      if (event.seq !== head + 1) return 'gap'
      head = event.seq
    }
    const client = metaNumber(db, 'client')
    const isOwn = (event: Event) => event.client === client && event.n > 0
    const taken = takenAsSent(fresh, isOwn)
    decide(
      fresh
        .slice(taken.length)
        .map((event) =>
          isOwn(event)
            ? { kind: 'own', push: event.n, i: event.i, operations: event.operations }
            : { kind: 'event', operations: event.operations, author: event.author },
        ),
      head,
      () => confirm(taken.map(({ id }) => id)),
      undefined,
      taken.flatMap(({ edits }) => edits),
    )
    for (const event of fresh) if (event.restores && event.client !== client) options.onWentBack?.(event)
    return 'done'
  }

  const acknowledge = (answer: PushAnswer): 'done' | 'gap' => {
    const before = metaNumber(db, 'head')
    let head = before
    const decisions: Decision[] = []
    const confirmed: number[] = []
    const confirmedEdits: Edit[] = []
    const problems: Problem[] = []
    /** What has become another's to allow, or has no room, is kept for its author. */
    const left: LeftStep[] = []
    let mayNotWrite = false
    /** Entries with a part that was refused, with their tabs. */
    const broken = new Map<number, string>()
    const sent = stepsOfPush(db, answer.n)
    for (const [i, step] of answer.steps.entries()) {
      if ('stale' in step) continue
      if ('problem' in step) {
        problems.push(step.problem)
        const refused = sent.find((other) => other.i === i)
        if (refused) decisions.push({ kind: 'refused', id: refused.id })
        mayNotWrite ||= step.problem.kind === 'readOnly'
        if (refused && (mayNotWrite || (step.problem.kind === 'projectFull' && isWritten(refused.intent))))
          left.push(toKeep(db, refused))
        if (refused && refused.entry !== null && refused.tab !== null && refused.way !== 'undo' && !mayNotWrite)
          broken.set(refused.entry, refused.tab)
        continue
      }
      if (step.seq <= before) continue
      if (step.seq !== head + 1) return 'gap'
      head = step.seq
      const pending = sent.find((other) => other.i === i)
      if (!step.applied && pending && decisions.length === 0) {
        confirmed.push(pending.id)
        confirmedEdits.push(...pending.edits)
      } else
        decisions.push({
          kind: 'own',
          push: answer.n,
          i,
          operations: step.applied ?? operationsOf(pending?.intent ?? []),
        })
    }
    if (broken.size > 0) decisions.push(...otherParts(answer, broken))
    const after = () => {
      thaw(db, answer.n)
      // What waits behind them may be kept already.
      keepLeft(db, left, mayNotWrite)
    }
    decide(decisions, head, () => confirm(confirmed), after, confirmedEdits)
    for (const [entry, tab] of broken) withdraw(entry, tab)
    if (mayNotWrite && left.length > 0) setAside(false)
    // What the room has not looked at, and of which nothing was left here, is not sent again.
    const unread = sent.filter(({ i }) => i !== null && 'stale' in (answer.steps[i] ?? {}))
    const waiting = new Set(unread.length > 0 ? pendingIds(db) : [])
    for (const { id, intent } of unread)
      if (!waiting.has(id) && intent.some((change) => change.op === 'insert' && isOrphan(db, change.table, change.row)))
        problems.push({ kind: 'parentRemoved' })
    options.onChange()
    for (const problem of problems) options.onProblem(problem)
    return 'done'
  }

  /** What waits of steps that go in parts, of which the room has refused one: an import is there whole or not at all. */
  const otherParts = ({ n, steps }: PushAnswer, broken: ReadonlyMap<number, string>): Decision[] =>
    pendingSteps(db).flatMap(({ id, entry, way, push, i }) => {
      const isAnswered = push === n && i !== null && !('stale' in (steps[i] ?? { stale: true }))
      return entry !== null && broken.has(entry) && way !== 'undo' && !isAnswered ? [{ kind: 'refused', id }] : []
    })

  /** Takes back what the room has taken of a step, which it has not taken whole. What has been undone meanwhile is on its way out already. */
  const withdraw = (id: number, tab: string): void => {
    const done = attempt(() =>
      db.transaction(() => {
        const entry = entryWith(db, id)
        if (!entry || entry.undone) return []
        const effects = takeBack(db, journal, entry.changes)
        keepStep(effects, tab, null)
        removeEntry(db, id)
        return effects
      }),
    )
    if (isProblem(done)) options.onProblem(done.problem)
    else if (done.ok.length > 0) tell(done.ok, ownTexts(done.ok, null))
  }

  const setAside = (all: boolean): number => {
    const aside = pendingSteps(db).filter((step) => all || (step.push === null && !step.intent.every(isOfChat)))
    if (aside.length === 0) return 0
    const refused = aside.map(({ id }): Decision => ({ kind: 'refused', id }))
    const left = aside.map((step) => toKeep(db, step))
    decide(refused, metaNumber(db, 'head'), undefined, () => {
      keepLeft(db, left)
      if (all) db.run('DELETE FROM _outbox')
    })
    return aside.length
  }

  let sendOneByOne = false
  const refusePush = (n: number, problem: Problem): void => {
    const steps = stepsOfPush(db, n).length
    sendOneByOne = steps > 1
    if (sendOneByOne) db.transaction(() => thaw(db, n))
    else acknowledge({ n, steps: [{ problem }] })
    options.onChange()
  }

  const adopt = (carried: readonly CarriedStep[]): Problem[] => {
    const fresh = freshTexts(db, carried)
    const left: LeftStep[] = []
    for (const step of carried) {
      const sorted = sortOut(db, step, fresh)
      const done = attempt(() =>
        db.transaction(() => {
          const { effects } = record(() => apply(db, journal, sorted.fits))
          if (effects.length > 0) addPending(db, effects, effects, versionsBefore(db, effects), null)
          return effects
        }),
      )
      const lost = isProblem(done) ? step.intent : sorted.left
      if (lost.length > 0) left.push({ changes: lost })
      if (!isProblem(done)) tell(done.ok, ownTexts(done.ok, null))
    }
    return db.transaction(() => keepLeft(db, left))
  }

  const sendLeft = (tab: string): Result<{ sent: number; kept: number }> => {
    const done = attempt(() =>
      db.transaction(() => {
        const fitting = openFitting(db)
        const kept: LeftStep[] = []
        const effects: Effect[] = []
        const steps = leftSteps(db)
        for (const left of steps) {
          const again = fitting.fits(left) ? attempt(() => db.transaction(() => doWhole(left.changes))) : null
          if (again && !isProblem(again)) effects.push(...again.ok)
          else {
            fitting.refuse(left)
            // Texts only grow older: it fits none from now on.
            kept.push({ changes: left.changes })
          }
        }
        setLeft(db, kept)
        const [step, ...more] = keepStep(effects, tab, null)
        if (step !== undefined) {
          const title = { key: 'undo.sendLeft', count: steps.length - kept.length }
          const entry = pushEntry(db, tab, { title, changes: invert(effects), step, session: null })
          for (const part of [step, ...more]) noteEntry(db, part, entry, 'do')
        }
        return { effects, sent: steps.length - kept.length, kept: kept.length }
      }),
    )
    if (isProblem(done)) return done
    tell(done.ok.effects, ownTexts(done.ok.effects, null))
    return ok({ sent: done.ok.sent, kept: done.ok.kept })
  }

  /** Refuses where a row that a change is about, or lies under, is gone. */
  const doWhole = (changes: readonly Change[]): Effect[] => {
    const { effects } = record(() => {
      apply(db, journal, changes)
      leaveOutOrphans(db, journal)
    })
    for (const change of changes) {
      if (change.op !== 'insert' && change.op !== 'update') continue
      const { table, id } = change
      if (!db.one(`SELECT 1 FROM "${table}" WHERE "${keyOf(table)}" = ?`, [id])) refuse({ kind: 'parentRemoved' })
    }
    return effects
  }

  const readSources = (ids: readonly number[]) => {
    const fresh = db.transaction(() => ids.filter((id) => counts.read(id)))
    const touched = touchedBy([])
    if (fresh.length === 0) return
    touched.rows.set('sources', new Set(fresh))
    live.flush(touched)
  }

  return {
    db,
    live,
    adopt,
    sendLeft,
    readSources,
    get opened() {
      return counts.allRead()
    },
    get head() {
      return metaNumber(db, 'head')
    },
    get client() {
      return metaNumber(db, 'client')
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
      makeId = idMaker(client, metaNumber(db, 'lastId'), options.now)
    },
    run,
    undo: (tab) => take(tab, 'undo'),
    redo: (tab) => take(tab, 'redo'),
    history: (tab) => historyState(db, tab),
    takeUpHistory: (tab, open) => db.transaction(() => takeUp(db, tab, open)),
    nextPush: () => nextPush(db, sendOneByOne ? 1 : undefined),
    refusePush,
    setAside,
    acknowledge,
    receive,
    close: () => db.close(),
  }
}

/** By a person, not read from files, which are still there. */
const isWritten = (intent: readonly Change[]): boolean => JSON.stringify(intent).length <= mostWritten
const mostWritten = 1024 * 1024

const isOfChat = (change: Change): boolean => change.op !== 'edit' && change.table === 'chat_messages'

const editsOf = (changes: readonly Change[]): Edit[] => changes.filter((change) => change.op === 'edit')

/** Without reading the rows of what may be a large import. */
const editsTaken = (decision: Decision): Edit[] =>
  decision.kind === 'refused' ? [] : editsOf(changesOf(decision.operations.filter(({ args }) => args.edit)))

function ownTexts(effects: readonly Effect[], session: string | null): Touched['texts'] {
  const texts: Touched['texts'] = new Map()
  for (const edit of editsOf(effects))
    texts.set(edit.answerId, { edits: [...(texts.get(edit.answerId)?.edits ?? []), edit], session, by: null })
  return texts
}

function rememberCall(db: Db, call: string, result: Result<unknown[]>): void {
  if (call === '') return
  db.run('INSERT INTO _calls (id, result) VALUES (?, ?)', [call, JSON.stringify(result)])
  db.run('DELETE FROM _calls WHERE rowid IN (SELECT rowid FROM _calls ORDER BY rowid DESC LIMIT -1 OFFSET ?)', [
    keptCalls,
  ])
}

/** `"$1"` stands for what the first call returned; where there is no such call before, it is a text that a person wrote. */
function substitute(args: unknown, results: readonly unknown[]): unknown {
  if (typeof args === 'string' && /^\$[1-9]\d*$/.test(args) && Number(args.slice(1)) <= results.length)
    return results[Number(args.slice(1)) - 1]
  if (Array.isArray(args)) return args.map((each) => substitute(each, results))
  if (args === null || typeof args !== 'object' || ArrayBuffer.isView(args)) return args
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, substitute(value, results)]))
}
