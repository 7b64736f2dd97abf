/**
 * Following the room: its answers and events, in its order, on the steps that wait here. What the room has can be had again, so that its
 * decisions need not be on the disk before they are shown.
 */

import { mayChange } from '../../../src/model/access.ts'
import { type Change, type Edit, editsOf } from '../../../src/model/change.ts'
import { changesOf, operationsOf } from '../../../src/model/operations.ts'
import { attempt, isProblem, type Problem } from '../../../src/model/problems.ts'
import type { Event, PushAnswer } from '../../../src/model/protocol.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaNumber, setMeta } from '../../../wasm/database/meta.ts'
import { isOrphan } from '../../../wasm/database/orphans.ts'
import type { Touched } from '../live/touched.ts'
import {
  nextPush,
  type PendingStep,
  pendingIds,
  pendingSteps,
  removePending,
  stepsOfPush,
  thaw,
} from '../pending/pending.ts'
import { addSetAside, takeOutArrived, toSetAsideUnsure } from '../setAside/setAside.ts'
import { watchTakenAlong } from '../setAside/takenAlong.ts'
import { ownTexts, type Steps } from '../steps.ts'
import { entryWith, removeEntry } from '../undo/stacks.ts'
import { takeBack } from '../undo/takeBack.ts'
import { openGoneRows } from './goneRows.ts'
import { judge } from './judged.ts'
import { type Decision, type Rebased, rebase } from './rebase.ts'
import type { Meanwhile } from './rules/meanwhile.ts'

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

  /** One transaction: what the room has taken as it was done here, its decisions, the new head, what `last` does. Then the watches are told. */
  const decide = (
    decisions: readonly Decision[],
    head: number,
    { confirmed = [], last = () => {} }: { confirmed?: readonly PendingStep[]; last?: () => void } = {},
  ): void => {
    const done = lightly(db, () => {
      for (const { id } of confirmed) confirm(db, id)
      setMeta(db, 'head', head)
      const takenAlong = watchTakenAlong(db, decisions)
      const result = decisions.length > 0 ? rebase(db, journal, decisions, gone) : null
      addSetAside(db, takenAlong())
      last()
      return result
    })
    tellPassed([...confirmed.flatMap(({ edits }) => edits), ...decisions.flatMap(editsTaken)])
    if (!done) {
      options.onChange()
      return
    }
    tell(done.effects, textsOf(done))
    for (const problem of done.problems) options.onProblem(problem)
    for (const one of done.meanwhile) options.onMeanwhile?.(one)
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
    const confirmed = takenAsSent(db, fresh, isOwn)
    const decisions = fresh.slice(confirmed.length).map((event) => decisionOf(event, isOwn(event)))
    const doing = fresh.filter(({ operations }) => operations.length > 0)
    decide(decisions, head, { confirmed, last: () => takeOutArrived(db, doing) })
    for (const event of fresh) if (event.restores && event.client !== client) options.onWentBack?.(event)
    return 'done'
  }

  const acknowledge = (answer: PushAnswer): 'done' | 'gap' => {
    const judged = judge(db, gone, answer)
    if (judged === 'gap') return 'gap'
    const { sent, head, confirmed, decisions, problems, aside, broken, rest } = judged
    const arrived = arrivedOf(answer, sent)
    decide(decisions, head, {
      confirmed,
      last: () => {
        takeOutArrived(db, arrived)
        thaw(db, answer.n)
        addSetAside(db, aside)
      },
    })
    for (const [entry, tab] of broken) withdraw(entry, tab)
    if (rest === 'forbidden' && aside.length > 0) setAside(false)
    if (rest !== 'amended') problems.push(...goneUnread(answer, sent))
    options.onChange()
    for (const problem of problems) options.onProblem(problem)
    return 'done'
  }

  /** The room takes a step too of which nothing was left to do. */
  const arrivedOf = ({ n, steps }: PushAnswer, sent: readonly PendingStep[]) => {
    const client = metaNumber(db, 'client')
    const isDone = (at: number) => sent.some(({ i, effect }) => i === at && effect.length > 0)
    return steps.flatMap((step, i) => ('seq' in step && isDone(i) ? [{ client, n, i }] : []))
  }

  /** What the room has not looked at, and of which nothing was left here, is not sent again. */
  const goneUnread = ({ steps }: PushAnswer, sent: readonly PendingStep[]): Problem[] => {
    const unread = sent.filter(({ i }) => i !== null && 'stale' in (steps[i] ?? {}))
    const waiting = new Set(unread.length > 0 ? pendingIds(db) : [])
    const isOrphaned = (change: Change) => change.op === 'insert' && isOrphan(db, change.table, change.row)
    return unread.flatMap(({ id, intent }) =>
      !waiting.has(id) && intent.some(isOrphaned) ? [gone.problemOf(intent)] : [],
    )
  }

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
    decide(refused, metaNumber(db, 'head'), {
      last: () => {
        addSetAside(db, aside)
        if (all) db.run('DELETE FROM _outbox')
      },
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

const decisionOf = ({ n, i, operations, author }: Event, isOwn: boolean): Decision =>
  isOwn ? { kind: 'own', push: n, i, operations } : { kind: 'event', operations, author }

const confirm = (db: Db, step: number): void => {
  removePending(db, step)
  db.run('UPDATE _history SET step = NULL WHERE step = ?', [step])
}

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

/** What the watches of texts hear. */
function textsOf({ shown, authors, whole }: Rebased): Touched['texts'] {
  const texts: Touched['texts'] = new Map()
  for (const edit of shown.filter(({ asleep }) => !asleep))
    texts.set(edit.answerId, {
      edits: [...(texts.get(edit.answerId)?.edits ?? []), edit],
      session: null,
      by: authors.get(edit.answerId) ?? null,
    })
  for (const answerId of whole) texts.set(answerId, { edits: null, session: null, by: null })
  return texts
}

const isOfReader = (change: Change): boolean => change.op !== 'edit' && mayChange('read', change.table)

/** Without reading the rows of what may be a large import. */
const editsTaken = (decision: Decision): Edit[] =>
  'operations' in decision ? editsOf(changesOf(decision.operations.filter(({ args }) => args.edit))) : []
