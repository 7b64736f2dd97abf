/**
 * One open project as the event loop has it. Its file is held by one thread: of those that many projects share, or, from when somebody comes
 * who has had their share of those, of others that come after them, so that steps that take long keep nobody else waiting.
 *
 * Promises: what is asked is asked in its order, also while the project goes from one thread to another; nobody who has it open notices.
 */
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import type { PushAnswer } from '../../src/model/protocol.ts'
import type { OpenOptions } from '../files/projectFile.ts'
import type { ClientStanding, Submission } from '../room/room.ts'
import type {
  Delivered,
  Held,
  PackedSubmission,
  TakenMessage,
  ThreadCallName,
  ThreadCalls,
} from '../room/threadMessages.ts'

export interface ProjectListener {
  taken(message: TakenMessage): void
  /** Its thread has died. */
  lost(): void
}

export interface StoredProject {
  readonly uuid: string
  readonly epoch: string
  readonly path: string
  /** Where the room stood when it was opened. */
  readonly head: number
  listen(listener: ProjectListener): void
  /** `holder`: whose client it is; left out, it is not looked at. */
  openClient(client: number, epoch: string, since: number, holder?: string): Promise<Result<ClientStanding>>
  /** The answer comes with `taken` (as `id`); here only what kept the submission from the room. */
  submit(submission: Submission | PackedSubmission): { id: number; answer: Promise<Result<PushAnswer>> }
  events(since: number, mostBytes: number): Promise<Result<Delivered[]>>
  list(
    query: string,
    args: Record<string, unknown>,
    columns: string[] | null,
  ): Promise<Result<ThreadCalls['list']['result']>>
  /** Names of the project's people, besides those before: each is taken in its owner's rows alone. */
  reserve(authors: string[]): void
  write(path: string, form: ThreadCalls['write']['args']['form']): Promise<Result<{ head: number; epoch: string }>>
  saveAs(path: string, overwrite: boolean): Promise<Result<string>>
  /** A copy of the file as it is, `to` a path or beside it; resolves to its path. */
  backup(to?: { path: string; overwrite: boolean }): Promise<Result<string>>
  /** The other calls that name a project (`threadMessages.ts`). */
  ask<N extends AskName>(
    call: N,
    args: Omit<ThreadCalls[N]['args'], 'project'>,
  ): Promise<Result<ThreadCalls[N]['result']>>
  /** Says of whoever asks next whether they have had their share of the threads that many use. */
  askedBy(isHeavy: boolean): void
  close(): Promise<void>
  /** Lets it go without doing what waits: it is somebody else's by now. */
  drop(): Promise<void>
}

/** ThreadCalls of history, versions and sound, and copies of the file. */
export type AskName =
  | 'base'
  | 'copy'
  | 'history'
  | 'step'
  | 'versions'
  | 'addVersion'
  | 'removeVersion'
  | 'keepPart'
  | 'versionPart'
  | 'keepMedia'
  | 'media'

/** A thread, as one of its projects needs it. */
export interface ProjectThread {
  call<N extends ThreadCallName>(
    name: N,
    args: ThreadCalls[N]['args'],
    id?: number,
    transfer?: ArrayBuffer[],
  ): Promise<Result<ThreadCalls[N]['result']>>
  /** By the project's number in the thread. */
  listeners: Map<number, ProjectListener>
}

export interface StoredProjectParts {
  newId(): number
  /** The thread that this project is held by where it keeps others waiting, or where it does not; null: there is but one. */
  threads: { shared: () => ProjectThread; behind: () => ProjectThread } | null
  /** How it is opened. */
  options: OpenOptions
  /** It is being let go, until `closed`: whoever opens its file meanwhile may be in another thread. */
  leaves(closed: Promise<void>): void
  now?: () => number
}

/** ms after which a project comes back that nobody who is heavy has asked anything of. */
export const backAfter = 60_000

export const threadFailed: Problem = { kind: 'storageFailed', detail: 'the storage thread has ended' }

/** `first`: the thread that has it open, one of those that many share. */
export function storedProject(first: ProjectThread, held: Held, parts: StoredProjectParts): StoredProject {
  const { uuid, epoch, path, head } = held
  const { newId, threads, options, leaves, now = () => performance.now() } = parts
  let at = { thread: first, project: held.project }
  let stands: 'shared' | 'behind' = 'shared'
  let heavyAt = Number.NEGATIVE_INFINITY
  let listener: ProjectListener | undefined
  const reserved = new Set<string>()
  /** What is asked while the project is between two threads. */
  let meanwhile: (() => void)[] | null = null
  let isLost = false
  /** Copies that are being made of the file, which closing it would end. */
  let copies = 0

  type Args<N extends ThreadCallName> = Omit<ThreadCalls[N]['args'], 'project'>
  const ask = <N extends ThreadCallName>(name: N, args: Args<N>, id = newId(), transfer: ArrayBuffer[] = []) =>
    new Promise<Result<ThreadCalls[N]['result']>>((resolve) => {
      const begin = () => {
        if (isLost) return resolve(problem(threadFailed))
        resolve(at.thread.call(name, { ...args, project: at.project } as ThreadCalls[N]['args'], id, transfer))
      }
      if (meanwhile) meanwhile.push(begin)
      else begin()
    })

  const lose = () => {
    if (isLost) return
    isLost = true
    listener?.lost()
  }
  const hear = () => {
    if (listener) at.thread.listeners.set(at.project, { taken: listener.taken, lost: lose })
  }

  /** It is let go where it was, after all that was asked there, and opened here. */
  const move = async (to: ProjectThread) => {
    const waiting: (() => void)[] = []
    meanwhile = waiting
    const from = at
    const closed = await from.thread.call('close', { project: from.project })
    from.thread.listeners.delete(from.project)
    const opened = isProblem(closed) ? closed : await to.call('open', { path, known: [closed.ok], ...options })
    if (isProblem(opened)) lose()
    else {
      at = { thread: to, project: opened.ok.project }
      if (opened.ok.epoch === epoch) hear()
      else lose()
      if (reserved.size > 0) void to.call('reserve', { project: at.project, authors: [...reserved] })
    }
    meanwhile = null
    for (const begin of waiting) begin()
  }

  return {
    uuid,
    epoch,
    path,
    head,
    listen: (given) => {
      listener = given
      hear()
    },
    openClient: (client, itsEpoch, since, holder) =>
      ask('openClient', { client, epoch: itsEpoch, since, ...(holder !== undefined && { holder }) }),
    submit: (submission) => {
      const id = newId()
      const transfer = 'packed' in submission ? [submission.packed.buffer] : []
      return { id, answer: ask('submit', { submission }, id, transfer) }
    },
    events: (since, mostBytes) => ask('events', { since, mostBytes }),
    list: (query, args, columns) => ask('list', { query, args, columns }),
    reserve: (authors) => {
      for (const author of authors) reserved.add(author)
      void ask('reserve', { authors })
    },
    write: (to, form) => ask('write', { path: to, form }),
    saveAs: (to, overwrite) => ask('saveAs', { path: to, overwrite }),
    backup: (to) => ask('backup', { ...(to && { to }) }),
    ask: async (name, args) => {
      if (name !== 'copy') return ask(name, args)
      copies += 1
      return ask(name, args).finally(() => {
        copies -= 1
      })
    },
    askedBy: (isHeavy) => {
      if (isHeavy) heavyAt = now()
      const wanted = now() - heavyAt < backAfter ? 'behind' : 'shared'
      if (!threads || stands === wanted || meanwhile || copies > 0) return
      stands = wanted
      void move(threads[wanted]())
    },
    drop: () => {
      const { thread, project } = at
      lose()
      thread.listeners.delete(project)
      const dropped = thread.call('drop', { project }).then(() => {})
      leaves(dropped)
      return dropped
    },
    close: () => {
      const closed = ask('close', {}).then(() => void at.thread.listeners.delete(at.project))
      leaves(closed)
      return closed
    },
  }
}
