/** Following the room: its answers and events become decisions, in its order, on the steps that wait here. */

import type { Change } from '../../../src/model/change.ts'
import { operationsOf } from '../../../src/model/operations.ts'
import { isProblem, type Problem } from '../../../src/model/problems.ts'
import type { Event, PushAnswer, StepAnswer } from '../../../src/model/protocol.ts'
import { openOperations, type Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import { unreadProblem } from '../../../src/model/sealing/unread.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaNumber } from '../../../wasm/database/meta.ts'
import { isOrphan } from '../../../wasm/database/orphans.ts'
import { noteUnread } from '../../../wasm/database/plainTables.ts'
import { nextPush, type PendingStep, pendingIds, pendingSteps, stepsOfPush, thaw } from '../pending/pending.ts'
import { addSetAside, takeOutArrived, toSetAsideUnsure } from '../setAside/setAside.ts'
import type { Steps } from '../steps.ts'
import { withdraw } from '../undo/withdraw.ts'
import { type DecidingOptions, openDeciding } from './decide.ts'
import { type GoneRows, openGoneRows } from './goneRows.ts'
import { isOfReader, judge } from './judged.ts'
import type { Decision } from './rebase.ts'

export interface FollowOptions extends DecidingOptions {
  /** Somebody else has gone back to an earlier state of the project, or taken that away. */
  onWentBack?: ((event: Pick<Event, 'author' | 'restores'>) => void) | undefined
  /** The protected project has another password: its key is wrapped anew. */
  onNewPassword?: ((author: string) => void) | undefined
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

export function openFollow(db: Db, steps: Steps, options: FollowOptions): Follow {
  const { sealing = null } = options
  const unread = sealing?.parts.unread
  /** It is told once; where there was some when the copy was opened, that has been. */
  let isUnreadTold = unread !== undefined && unread.size > 0
  const tellUnread = (author: string | null) => {
    if (isUnreadTold || !unread || unread.size === 0) return
    isUnreadTold = true
    options.onProblem(unreadProblem(author))
  }
  const gone = openGoneRows(db)
  const decide = openDeciding(db, steps, gone, options)

  const receive = (events: readonly Event[]): 'done' | 'gap' => {
    let head = metaNumber(db, 'head')
    let unreadBy: string | null = null
    const fresh = events
      .filter((event) => event.seq > head)
      .map((event) => {
        const before = unread?.size ?? 0
        const readable = opened(sealing, event)
        if ((unread?.size ?? 0) > before) unreadBy ??= event.author
        return readable
      })
    if (fresh.length === 0) return 'done'
    for (const event of fresh) {
      if (event.seq !== head + 1) return 'gap'
      head = event.seq
    }
    const client = metaNumber(db, 'client')
    const isOwn = (event: Event) => event.client === client && event.n > 0
    const confirmed = takenAsSent(db, fresh, isOwn)
    const decisions = fresh.slice(confirmed.length).map((event) => decisionOf(event, isOwn(event)))
    const doing = fresh.filter(({ operations }) => operations.length > 0)
    decide({
      decisions,
      head,
      confirmed,
      last: () => {
        takeOutArrived(db, doing)
        if (sealing) noteUnread(db, sealing.parts)
      },
    })
    tellUnread(unreadBy)
    for (const event of fresh) if (event.restores && event.client !== client) options.onWentBack?.(event)
    for (const event of fresh) if (isNewPassword(event)) options.onNewPassword?.(event.author)
    return 'done'
  }

  const acknowledge = (given: PushAnswer): 'done' | 'gap' => {
    const answer = { ...given, steps: given.steps.map((step) => openedAnswer(sealing, step)) }
    const judged = judge(db, gone, answer)
    if (judged === 'gap') return 'gap'
    const { sent, head, confirmed, decisions, problems, aside, broken, rest } = judged
    const arrived = arrivedOf(metaNumber(db, 'client'), answer, sent)
    decide({
      ...{ decisions, head, confirmed },
      last: () => {
        takeOutArrived(db, arrived)
        thaw(db, answer.n)
        addSetAside(db, aside)
        if (sealing) noteUnread(db, sealing.parts)
      },
    })
    for (const [entry, tab] of broken) {
      const withdrawn = withdraw(db, steps, entry, tab)
      if (isProblem(withdrawn)) options.onProblem(withdrawn.problem)
    }
    if (rest === 'waits') problems.push(...goneUnread(db, gone, answer, sent))
    options.onChange()
    for (const problem of problems) options.onProblem(problem)
    tellUnread(null)
    return 'done'
  }

  const setAside = (all: boolean): number => {
    const waiting = pendingSteps(db).filter((step) => all || (step.push === null && !step.intent.every(isOfReader)))
    if (waiting.length === 0) return 0
    const refused = waiting.map(({ id }): Decision => ({ kind: 'refused', id }))
    const aside = waiting.map((step) => toSetAsideUnsure(db, step))
    decide({
      decisions: refused,
      head: metaNumber(db, 'head'),
      last: () => {
        addSetAside(db, aside)
        if (all) db.run('DELETE FROM _outbox')
      },
    })
    return waiting.length
  }

  let sendOneByOne = false
  const refusePush = (n: number, problem: Problem): void => {
    sendOneByOne = stepsOfPush(db, n).length > 1
    if (sendOneByOne) db.transaction(() => thaw(db, n))
    else acknowledge({ n, steps: [{ problem }] })
    options.onChange()
  }

  return {
    nextPush: () => nextPush(db, sendOneByOne ? 1 : undefined, sealing),
    acknowledge,
    refusePush,
    receive,
    setAside,
  }
}

/** Throws Refusal truncatedProject where something does not open. */
const opened = (sealing: Sealing | null, event: Event): Event =>
  sealing ? { ...event, operations: openOperations(sealing, event.operations) } : event
const openedAnswer = (sealing: Sealing | null, step: StepAnswer): StepAnswer =>
  sealing && 'seq' in step && step.applied ? { ...step, applied: openOperations(sealing, step.applied) } : step

/** The preference is written by a change of the password alone. */
const isNewPassword = ({ operations }: Event): boolean =>
  operations.some(({ name, args }) => name === 'preferenceCreateOrUpdate' && args.key === '___db_hash')

/** Steps of an answer that have arrived in the room, which takes a step too of which nothing was left to do. */
const arrivedOf = (client: number, { n, steps }: PushAnswer, sent: readonly PendingStep[]) => {
  const isDone = (at: number) => sent.some(({ i, effect }) => i === at && effect.length > 0)
  return steps.flatMap((step, i) => ('seq' in step && isDone(i) ? [{ client, n, i }] : []))
}

/** What the room has not looked at, and of which nothing was left here, is not sent again. */
function goneUnread(db: Db, gone: GoneRows, { steps }: PushAnswer, sent: readonly PendingStep[]): Problem[] {
  const unread = sent.filter(({ i }) => i !== null && 'stale' in (steps[i] ?? {}))
  const waiting = new Set(unread.length > 0 ? pendingIds(db) : [])
  const isOrphaned = (change: Change) => change.op === 'insert' && isOrphan(db, change.table, change.row)
  return unread.flatMap(({ id, intent }) =>
    !waiting.has(id) && intent.some(isOrphaned) ? [gone.problemOf(intent)] : [],
  )
}

const decisionOf = ({ n, i, operations, author }: Event, isOwn: boolean): Decision =>
  isOwn ? { kind: 'own', push: n, i, operations } : { kind: 'event', operations, author }

/**
 * Own steps come as events where their answer went to a socket that is no more. The first ones that did in the room what they have done
 * here: the copy has them in their place.
 */
function takenAsSent(db: Db, events: readonly Event[], isOwn: (event: Event) => boolean): PendingStep[] {
  const taken: PendingStep[] = []
  for (const event of events) {
    const step = isOwn(event) ? stepsOfPush(db, event.n).find(({ i }) => i === event.i) : undefined
    const isFirst = step && pendingIds(db).filter((id) => id < step.id).length === taken.length
    if (!isFirst || JSON.stringify(operationsOf(step.effect)) !== JSON.stringify(event.operations)) break
    taken.push(step)
  }
  return taken
}
