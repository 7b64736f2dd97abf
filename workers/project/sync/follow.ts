/**
 * Following the room: its answers and events, in its order, on the steps that wait here. What the room has can be had again, so that its
 * decisions need not be on the disk before they are shown.
 */

import { mayChange } from '../../../src/model/access.ts'
import { type Change, type Edit, editsOf } from '../../../src/model/change.ts'
import { changesOf, operationsOf } from '../../../src/model/operations.ts'
import { attempt, isProblem, type Problem } from '../../../src/model/problems.ts'
import type { Event, PushAnswer } from '../../../src/model/protocol.ts'
import type { SetAsideStep } from '../../../src/model/setAside.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaNumber, setMeta } from '../../../wasm/database/meta.ts'
import { isOrphan } from '../../../wasm/database/orphans.ts'
import type { Touched } from '../live/touched.ts'
import {
  isOtherwise,
  nextPush,
  type PendingStep,
  pendingIds,
  pendingSteps,
  stepsOfPush,
  thaw,
  withoutThere,
} from '../pending/pending.ts'
import { addSetAside, sendSetAsideTitle, takeOutArrived, toSetAside, toSetAsideUnsure } from '../setAside/setAside.ts'
import { watchTakenAlong } from '../setAside/takenAlong.ts'
import { ownTexts, type Steps } from '../steps.ts'
import { entryWith, removeEntry } from '../undo/stacks.ts'
import { takeBack } from '../undo/takeBack.ts'
import { openGoneRows } from './goneRows.ts'
import { type Decision, rebase } from './rebase.ts'
import type { Meanwhile } from './rules/meanwhile.ts'
import { isSetAside, otherWay } from './rules/rules.ts'

export interface FollowOptions {
  onChange: () => void
  onProblem: (problem: Problem) => void
  /** Edits that the room has taken, in its order and as it took them; the copy has them already. */
  onPassed?: ((edits: readonly Edit[]) => void) | undefined
  /** Somebody else has gone back to an earlier state of the project, or taken that away. */
  onWentBack?: ((event: Pick<Event, 'author' | 'restores'>) => void) | undefined
  /** What waits has met what others did, and its person is to know. */
  onMeanwhile?: ((meanwhile: Meanwhile) => void) | undefined
  onBug: (error: unknown) => void
}

export interface Follow {
  /** The frozen push to send; the same until it is answered. */
  nextPush(): { n: number; body: string } | null
  /** `gap`: an event before is missing, the copy has to be opened again. */
  acknowledge(answer: PushAnswer): 'done' | 'gap'
  /** The room could not read a push at all. Of several steps the one at fault is found by sending them one by one. */
  refusePush(n: number, problem: Problem): void
  receive(events: readonly Event[]): 'done' | 'gap'
  /**
   * Steps that this person may not send (any more) leave what is shown, and are set aside; returns how many. `all`: those under way and
   * messages too.
   */
  setAside(all: boolean): number
}

export function openFollow(db: Db, { journal, keep, tell }: Steps, options: FollowOptions): Follow {
  const gone = openGoneRows(db)

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
    const done = lightly(db, () => {
      first()
      setMeta(db, 'head', head)
      const takenAlong = watchTakenAlong(db, decisions)
      const result = decisions.length > 0 ? rebase(db, journal, decisions, gone) : null
      addSetAside(db, takenAlong())
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
    for (const problem of done.problems) options.onProblem(problem)
    for (const one of done.meanwhile) options.onMeanwhile?.(one)
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
      () =>
        takeOutArrived(
          db,
          fresh.filter(({ operations }) => operations.length > 0),
        ),
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
    /** What has become another's to allow, or has no room. */
    const aside: SetAsideStep[] = []
    let mayNotWrite = false
    /** Others have made rows of a step meanwhile: it is sent again, with theirs. */
    let isJoined = false
    /** Entries with a part that was refused, with their tabs. */
    const broken = new Map<number, string>()
    const sent = stepsOfPush(db, answer.n)
    for (const [i, step] of answer.steps.entries()) {
      if ('stale' in step) continue
      if ('problem' in step) {
        const refused = sent.find((other) => other.i === i)
        // An answer that comes again was told before; what others brought back while it was under way is left out of it the next time.
        if (!refused || (step.problem.kind === 'idExists' && isBroughtBack(db, refused))) continue
        // What stands on a step that waits on waits with it.
        if (isJoined && step.problem.kind !== 'readOnly') continue
        const other = otherWay(refused, step.problem, db)
        if (other) {
          if (other.amend) decisions.push({ kind: 'amended', id: refused.id, amend: other.amend })
          if (other.problem) problems.push(other.problem)
          isJoined = true
          continue
        }
        problems.push(step.problem.kind === 'parentRemoved' ? gone.problemOf(refused.intent) : step.problem)
        decisions.push({ kind: 'refused', id: refused.id })
        mayNotWrite ||= step.problem.kind === 'readOnly'
        if (
          mayNotWrite ||
          isSetAside(step.problem) ||
          isSentAgain(db, refused) ||
          (step.problem.kind === 'projectFull' && isWritten(refused.intent))
        )
          aside.push(toSetAside(db, refused))
        if (refused.entry !== null && refused.tab !== null && refused.way !== 'undo' && !mayNotWrite)
          broken.set(refused.entry, refused.tab)
        continue
      }
      if (step.seq <= before) continue
      if (step.seq !== head + 1) return 'gap'
      head = step.seq
      const pending = sent.find((other) => other.i === i)
      // It was set aside meanwhile, or means something else since: what it has done is in the log.
      if (!pending || (!step.applied && isOtherwise(db, pending))) return 'gap'
      if (!step.applied && decisions.length === 0) {
        confirmed.push(pending.id)
        confirmedEdits.push(...pending.edits)
      } else
        decisions.push({
          kind: 'own',
          push: answer.n,
          i,
          operations: step.applied ?? operationsOf(pending.intent),
        })
    }
    if (broken.size > 0) decisions.push(...otherParts(answer, broken))
    const client = metaNumber(db, 'client')
    // The room takes a step too of which nothing was left to do.
    const isDone = (at: number) => sent.some(({ i, effect }) => i === at && effect.length > 0)
    const taken = answer.steps.flatMap((step, i) => ('seq' in step && isDone(i) ? [{ client, n: answer.n, i }] : []))
    const after = () => {
      takeOutArrived(db, taken)
      thaw(db, answer.n)
      addSetAside(db, aside)
    }
    decide(decisions, head, () => confirm(confirmed), after, confirmedEdits)
    for (const [entry, tab] of broken) withdraw(entry, tab)
    if (mayNotWrite && aside.length > 0) setAside(false)
    // What the room has not looked at, and of which nothing was left here, is not sent again.
    const unread = isJoined ? [] : sent.filter(({ i }) => i !== null && 'stale' in (answer.steps[i] ?? {}))
    const waiting = new Set(unread.length > 0 ? pendingIds(db) : [])
    for (const { id, intent } of unread)
      if (!waiting.has(id) && intent.some((change) => change.op === 'insert' && isOrphan(db, change.table, change.row)))
        problems.push(gone.problemOf(intent))
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
        keep(effects, tab, null)
        removeEntry(db, id)
        return effects
      }),
    )
    if (isProblem(done)) options.onProblem(done.problem)
    else if (done.ok.length > 0) tell(done.ok, ownTexts(done.ok))
  }

  const setAside = (all: boolean): number => {
    const steps = pendingSteps(db).filter((step) => all || (step.push === null && !step.intent.every(isOfReader)))
    if (steps.length === 0) return 0
    const refused = steps.map(({ id }): Decision => ({ kind: 'refused', id }))
    const aside = steps.map((step) => toSetAsideUnsure(db, step))
    decide(refused, metaNumber(db, 'head'), undefined, () => {
      addSetAside(db, aside)
      if (all) db.run('DELETE FROM _outbox')
    })
    return steps.length
  }

  let sendOneByOne = false
  const refusePush = (n: number, problem: Problem): void => {
    const steps = stepsOfPush(db, n).length
    sendOneByOne = steps > 1
    if (sendOneByOne) db.transaction(() => thaw(db, n))
    else acknowledge({ n, steps: [{ problem }] })
    options.onChange()
  }

  return {
    nextPush: () => nextPush(db, sendOneByOne ? 1 : undefined),
    acknowledge,
    refusePush,
    receive,
    setAside,
  }
}

function lightly<T>(db: Db, body: () => T): T {
  db.durability('normal')
  try {
    return db.transaction(body)
  } finally {
    db.durability('full')
  }
}

const isBroughtBack = (db: Db, { intent, effect }: PendingStep): boolean =>
  withoutThere(db, intent, effect).length < intent.length

/** What was set aside and could not be sent this time either is set aside again. */
const isSentAgain = (db: Db, { entry }: PendingStep): boolean =>
  entry !== null && entryWith(db, entry)?.title.key === sendSetAsideTitle

/** By a person, not read from files, which are still there. */
const isWritten = (intent: readonly Change[]): boolean => JSON.stringify(intent).length <= mostWritten
const mostWritten = 1024 * 1024

const isOfReader = (change: Change): boolean => change.op !== 'edit' && mayChange('read', change.table)

/** Without reading the rows of what may be a large import. */
const editsTaken = (decision: Decision): Edit[] =>
  'operations' in decision ? editsOf(changesOf(decision.operations.filter(({ args }) => args.edit))) : []
