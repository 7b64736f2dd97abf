/**
 * One open project on the server: it checks each step, applies it, numbers it, logs it and answers. The order it gives is
 * the truth of the project. It lives beside its file, in a storage thread; everything here is synchronous.
 *
 * Promises: the sequence has no gaps; a push is taken once, and its repeat gets the same answer; after the first step of a
 * push that is not taken, the rest are stale; what `submit` returns is on the disk.
 */
import { bringsBack, type Change, type Effect } from '../../src/model/change.ts'
import { type HistoryFilter, type HistoryPage, mergeTitle, type StepDetail } from '../../src/model/history.ts'
import { clients } from '../../src/model/ids.ts'
import { changesOf, type Operation, operationsOf } from '../../src/model/operations.ts'
import { attempt, isProblem, type Problem, refuse } from '../../src/model/problems.ts'
import type { Event, Placed, Push, PushAnswer, RowKeys, Step, StepAnswer } from '../../src/model/protocol.ts'
import { hasAuthor } from '../../src/model/schema.ts'
import { apply } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openJournal } from '../../wasm/database/journal.ts'
import { metaNumber, metaText, setMeta } from '../../wasm/database/meta.ts'
import { recordStep, versionsOf } from '../../wasm/database/versions.ts'
import type { Kernel } from '../../wasm/kernels/kernel.ts'
import { processorTime } from '../base/turns/processorTime.ts'
import type { ReadPush } from '../reading/readPush.ts'
import { checkChanges, checkPositions, keepRules, noteBrought, noteDeep, noteWords } from './check.ts'
import { completeOperations } from './complete.ts'
import { forgetSteps, listSteps, noteStep, placedAfter, stateOf, stepDetail } from './history.ts'
import { listRows } from './lists.ts'
import { applyWithMerges } from './mergedQuirks.ts'
import { type Bound, checkBound } from './quota.ts'
import { openRowKeys } from './rowKeys.ts'
import type { Sender } from './sender.ts'
import { writeSnapshot } from './snapshot.ts'
import { oldestNeeded } from './versions.ts'

/** A push as the room gets it. */
export interface Submission extends ReadPush {
  sender: Sender
  /** Left out: the project may become as large as it likes. */
  bound?: Bound
}

/** What became of it. */
export interface Taken {
  answer: PushAnswer
  /** For everybody else, in order. Empty for a repeat. */
  events: Event[]
}

export interface ClientStanding {
  client: number
  epoch: string
  head: number
  /** The client must read a snapshot before it can apply events. */
  snapshot?: true
  placed?: Placed
}

export interface Room {
  readonly uuid: string
  readonly epoch: string
  readonly head: number
  /** dbOpen: gives a new client (number 0) its number, and tells whether events since `since` can bring it up to date. */
  open(client: number, epoch: string, since: number, holder?: string): ClientStanding
  /** Everything that waits, in one transaction, each step in its savepoint. Answers and events may leave once it returns. `ms`: of a processor. */
  submit(submissions: readonly Submission[]): (Taken & { ms: number })[]
  /** Events after `since`, in order, until about `mostBytes` of operations; at least one where there is one. */
  events(since: number, mostBytes: number): Event[]
  /** Names that only rows of their owners may bear from now on: those of the project's people. */
  reserve(authors: readonly string[]): void
  /** Rows of a list query of 1 §7 (quirkQueryList …), for API clients; `kernel`: where it asks for one. */
  list(query: string, args: Record<string, unknown>, kernel?: Kernel): Record<string, unknown>[]
  /** Writes the project without its private tables into a new file: a `joiner` gets what a copy needs, a download does not. */
  snapshot(path: string, reader: 'joiner' | 'download'): { head: number; epoch: string }
  /** What was done, the newest first; what one step did. Throws Refusal stepForgotten. */
  history(filter: HistoryFilter): HistoryPage
  step(seq: number): StepDetail
  close(): void
}

interface RoomOptions {
  now?: () => number
  /** What the project is called, where its words are sealed. */
  sealed?: string
}

/** `db` holds a project with `_meta` uuid and epoch. */
export function openRoom(db: Db, options: RoomOptions = {}): Room {
  const now = options.now ?? Date.now
  const isBlind = options.sealed !== undefined
  const journal = openJournal(db, { isBlind })
  const uuid = metaText(db, 'uuid')
  const epoch = metaText(db, 'epoch')
  let head = metaNumber(db, 'head')
  const reserved = new Set<string>()
  forgetOldSteps(db, head, now())

  /** Does one step or throws Refusal; returns the operations that say what it did, whether the rules changed it, and what a program is answered. */
  const takeStep = (
    { sender, fields, bound }: Pick<Submission, 'sender' | 'fields' | 'bound'>,
    step: Step,
  ): { operations: Operation[]; effects: Effect[]; ruled: boolean; data?: string } => {
    const complete = completeOperations(db, sender, step.operations, now())
    const changes = changesOf(complete.operations)
    checkChanges(db, sender, changes, { reserved, merges: step.merges === true, sealed: options.sealed })
    const rowKeys = fields && openRowKeys(db, complete.named)
    const { result, effects } = recordStep(db, journal, changes, () => {
      if (step.restores !== undefined) {
        // A state that was is given as it was.
        journal.held.asTaken(() => apply(db, journal, changes))
        return keepRules(db, journal, noHighlights, true)
      }
      // Codings of other projects stay apart, be it one alone that comes.
      const merging = step.merges ? new Set<number>() : complete.merging
      const merged = applyWithMerges(db, journal, changes, merging)
      return keepRules(db, journal, merging) || merged
    })
    checkPositions(db, effects, isBlind)
    if (bound) checkBound(db, effects, bound, step.more)
    noteRemoved(db, effects)
    noteDeep(db, effects)
    noteWords(db, effects)
    if (step.merges) noteBrought(db, sender, effects)
    const ruled = result || complete.changed || gaveMore(changes, effects)
    return {
      operations: operationsOf(effects),
      effects,
      ruled,
      ...(fields && rowKeys && { data: dataOf(fields, rowKeys()) }),
    }
  }

  const takeAll = (submission: Submission, at: number): Taken => {
    const { sender, push } = submission
    const events: Event[] = []
    const answers: StepAnswer[] = []
    for (const [i, step] of submission.steps.entries()) {
      if (answers.some((answer) => !('seq' in answer)) || !isCurrent(db, step)) {
        answers.push({ stale: true })
        continue
      }
      const taken = attempt(() => db.transaction(() => takeStep(submission, step)))
      if (isProblem(taken)) {
        answers.push(taken)
        continue
      }
      head += 1
      const { operations, effects, ruled, data } = taken.ok
      const event: Event = {
        seq: head,
        client: sender.client,
        n: push?.n ?? 0,
        i,
        author: sender.author ?? (sender.called || authorOf(operations)),
        at,
        operations,
        ...(step.restores !== undefined && { restores: stateOf(db, step.restores) }),
      }
      log(db, event)
      // How the key was wrapped before is not kept: nobody goes back to an old password.
      noteStep(
        db,
        event,
        sender.rewraps === undefined ? effects : [],
        step.merges ? { ...step.act, key: mergeTitle } : step.act,
      )
      events.push(event)
      answers.push({ seq: head, ...(data ? { data } : ruled && { applied: operations }) })
    }
    return { answer: { n: push?.n ?? 0, steps: answers }, events }
  }

  const take = (submission: Submission, at: number): Taken => {
    const { push, sender, hash } = submission
    if (!push) return takeAll(submission, at)
    const before = lastOf(db, sender.client)
    if (before && push.n <= before.n)
      return { answer: repeatAnswer(before, push, hash, submission.steps.length), events: [] }
    const taken = takeAll(submission, at)
    db.run(
      `INSERT INTO _clients (client, n, hash, answer, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (client) DO UPDATE SET n = excluded.n, hash = excluded.hash, answer = excluded.answer, at = excluded.at`,
      [sender.client, push.n, hash, JSON.stringify(taken.answer), at],
    )
    return taken
  }

  const numberFor = (known: number | null, holder: string | undefined): number => {
    const number = known ?? newClient(db, now())
    if (holder !== undefined) db.run('INSERT OR REPLACE INTO _holders (client, person) VALUES (?, ?)', [number, holder])
    return number
  }

  return {
    uuid,
    epoch,
    get head() {
      return head
    },
    open: (client, itsEpoch, since, holder) => {
      const first = db.one<{ seq: number | null }>('SELECT MIN(seq) AS seq FROM _log')?.seq ?? head + 1
      const reachable = itsEpoch === epoch && since <= head && since >= first - 1
      // Who reads a snapshot counts its pushes from 1 again.
      const known = reachable && client > 0 && lastOf(db, client) !== undefined && isHeldBy(db, client, holder)
      const isHeld = known && (holder === undefined || holderOf(db, client) === holder)
      // One flush to the disk for a number and its holder.
      const number = isHeld ? client : db.transaction(() => numberFor(known ? client : null, holder))
      const placed = itsEpoch === epoch || itsEpoch === '' ? undefined : placedAfter(db, itsEpoch)
      return { client: number, epoch, head, ...(!reachable && { snapshot: true as const }), ...(placed && { placed }) }
    },
    submit: (submissions) => {
      const before = head
      try {
        return db.transaction(() => {
          const taken = submissions.map((submission) => {
            const before = processorTime()
            return { ...take(submission, now()), ms: processorTime() - before }
          })
          if (head !== before) setMeta(db, 'head', head)
          return taken
        })
      } catch (error) {
        head = before
        throw error
      }
    },
    events: (since, mostBytes) => readEvents(db, since, mostBytes),
    list: (query, args, kernel) => listRows(db, query, args, kernel),
    reserve: (authors) => {
      for (const author of authors) reserved.add(author)
    },
    snapshot: (path, reader) => {
      writeSnapshot(db, path, reader)
      return { head, epoch }
    },
    history: (filter) => listSteps(db, head, filter),
    step: (seq) => stepDetail(db, seq),
    close: () => db.close(),
  }
}

/** A step is taken only against the texts that its positions were made for. */
function isCurrent(db: Db, { versions }: Step): boolean {
  const now = versionsOf(db, new Set(Object.keys(versions).map(Number)))
  return Object.entries(versions).every(([answerId, version]) => now.get(Number(answerId)) === version)
}

const authorOf = (operations: readonly Operation[]): string => {
  const named = operations.find((operation) => typeof operation.args.author === 'string')
  return (named?.args.author as string | undefined) ?? ''
}

/** The log is kept for 30 days, and never shorter than 100,000 steps, or to the first version that is had from it: who comes later gets a snapshot. */
const kept = { ms: 30 * 86_400_000, steps: 100_000 } as const
function forgetOldSteps(db: Db, head: number, at: number): void {
  const last = Math.min(head - kept.steps, oldestNeeded(db))
  if (db.run('DELETE FROM _log WHERE seq <= ? AND at < ?', [last, at - kept.ms]) === 0) return
  forgetSteps(db, (db.one<{ seq: number | null }>('SELECT MIN(seq) AS seq FROM _log')?.seq ?? head + 1) - 1)
}

const noHighlights: ReadonlySet<number> = new Set()

interface Last {
  n: number
  hash: string
  answer: string
}
const lastOf = (db: Db, client: number): Last | undefined =>
  db.one<Last>('SELECT n, hash, answer FROM _clients WHERE client = ?', [client])

function repeatAnswer(last: Last, push: Push, hash: string, steps: number): PushAnswer {
  if (push.n === last.n && hash === last.hash) return JSON.parse(last.answer) as PushAnswer
  const problem: Problem = { kind: 'badRequest', detail: `push ${push.n} was answered before, with another body` }
  return { n: push.n, steps: Array.from({ length: steps }, () => ({ problem })) }
}

/** Numbers are given out in order; when all have been, one that never sent anything is given again, else the one silent longest. */
function newClient(db: Db, at: number): number {
  return db.transaction(() => {
    const next = metaNumber(db, 'clients') + 1
    const client =
      next < clients
        ? next
        : (db.one<{ client: number }>('SELECT client FROM _clients ORDER BY n > 0, at LIMIT 1')?.client ??
          refuse({ kind: 'storageFailed', detail: 'no client number is free' }))
    if (next < clients) setMeta(db, 'clients', next)
    db.run(
      `INSERT INTO _clients (client, n, hash, answer, at) VALUES (?, 0, '', '', ?) ON CONFLICT (client) DO UPDATE SET at = excluded.at`,
      [client, at],
    )
    return client
  })
}

const holderOf = (db: Db, client: number): string | undefined =>
  db.one<{ person: string }>('SELECT person FROM _holders WHERE client = ?', [client])?.person

/** Somebody else's number is as good as none: a new one is given. */
const isHeldBy = (db: Db, client: number, holder: string | undefined): boolean =>
  holder === undefined || (holderOf(db, client) ?? holder) === holder

function log(db: Db, event: Event): void {
  db.run('INSERT INTO _log (seq, client, n, i, author, at, operations) VALUES (?, ?, ?, ?, ?, ?, ?)', [
    event.seq,
    event.client,
    event.n,
    event.i,
    event.author,
    event.at,
    JSON.stringify(event.operations),
  ])
}

type Logged = Omit<Event, 'operations' | 'restores'> & { operations: string; restores: string | null }

function readEvents(db: Db, since: number, mostBytes: number): Event[] {
  const sizes = db.all<{ seq: number; size: number }>(
    'SELECT seq, length(operations) AS size FROM _log WHERE seq > ? ORDER BY seq LIMIT 1000',
    [since],
  )
  let bytes = 0
  let last = since
  for (const { seq, size } of sizes) {
    bytes += size
    if (bytes > mostBytes && last > since) break
    last = seq
  }
  return db
    .all<Logged>(
      `SELECT l.seq, l.client, l.n, l.i, l.author, l.at, l.operations,
CASE WHEN s.parts LIKE '{%' THEN json_extract(s.parts, '$.restores') END AS restores
FROM _log l LEFT JOIN _steps s ON s.seq = l.seq WHERE l.seq > ? AND l.seq <= ? ORDER BY l.seq`,
      [since, last],
    )
    .map(({ operations, restores, ...event }) => ({
      ...event,
      operations: JSON.parse(operations) as Operation[],
      ...(restores !== null && { restores: JSON.parse(restores) as NonNullable<Event['restores']> }),
    }))
}

/** Whether what was brought back by its name was given to more than its sender knew of. */
function gaveMore(changes: readonly Change[], effects: readonly Effect[]): boolean {
  return changes.some(bringsBack) && JSON.stringify(operationsOf(changes)) !== JSON.stringify(operationsOf(effects))
}

/** Who made the rows that go, so that an undo by somebody else may bring them back under that name. */
function noteRemoved(db: Db, effects: readonly Effect[]): void {
  const note = (table: string, id: number | string, author: unknown) =>
    db.run('INSERT OR REPLACE INTO _removed (id, "table", author) VALUES (?, ?, ?)', [id, table, String(author)])
  for (const effect of effects) {
    if (effect.op === 'remove' && hasAuthor(effect.table)) note(effect.table, effect.id, effect.row.author)
    if (effect.op !== 'edit') continue
    for (const step of effect.inverse)
      if (step.type === 'text')
        for (const gives of step.gives ?? [])
          if (gives.row) note(gives.table, gives.id, (gives.row as { author: string }).author)
  }
}

const dataOf = (fields: readonly string[], keys: readonly RowKeys[]): string =>
  JSON.stringify(Object.fromEntries(fields.map((field, i) => [field, keys[i] ?? null])))
