/**
 * The event loop's hold on the projects that are open: each lives in one of the storage threads, chosen by its path. All
 * disk work is there; nothing here waits for a disk.
 *
 * Promises: what a room has taken is told to the project's listener in the room's order, before any later answer of that
 * project. A thread that dies takes its projects with it (`lost`); the next call starts another.
 */
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { type Problem, problem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import type { PushAnswer } from '../../src/model/protocol.ts'
import type { Standing, Submission } from '../room/room.ts'
import { startThread } from '../running/ownThreads.ts'
import type { Noted } from './identity.ts'
import type { StorageThread } from './thread.ts'
import type {
  CallName,
  Calls,
  Delivered,
  FromThread,
  Held,
  PackedSubmission,
  TakenMessage,
  ToThread,
} from './threadMessages.ts'

export type { Delivered, Noted, PackedSubmission }

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
  openClient(client: number, epoch: string, since: number, holder?: string): Promise<Result<Standing>>
  /** The answer comes with `taken` (as `id`); here only what kept the submission from the room. */
  submit(submission: Submission | PackedSubmission): { id: number; answer: Promise<Result<PushAnswer>> }
  events(since: number, mostBytes: number): Promise<Result<Delivered[]>>
  list(query: string, args: Record<string, unknown>, columns: string[] | null): Promise<Result<Calls['list']['result']>>
  /** Names of the project's people, besides those before: each is taken in its owner's rows alone. */
  reserve(authors: string[]): void
  write(path: string, form: Calls['write']['args']['form']): Promise<Result<{ head: number; epoch: string }>>
  saveAs(path: string, overwrite: boolean): Promise<Result<string>>
  /** A copy of the file as it is, `to` a path or beside it; resolves to its path. */
  backup(to?: { path: string; overwrite: boolean }): Promise<Result<string>>
  /** The other calls that name a project (`threadMessages.ts`). */
  ask<N extends AskName>(call: N, args: Omit<Calls[N]['args'], 'project'>): Promise<Result<Calls[N]['result']>>
  close(): Promise<void>
}

/** Calls of history and versions, and the copy of the file. */
export type AskName =
  | 'copy'
  | 'history'
  | 'step'
  | 'versions'
  | 'addVersion'
  | 'removeVersion'
  | 'keepPart'
  | 'versionPart'

export interface Storage {
  /** `at`: the copy of its file in which it is worked on. */
  open(path: string, known: readonly Noted[], at?: string): Promise<Result<StoredProject>>
  /** With these rows, where they are given. */
  create(path: string, overwrite: boolean, rows?: LooseRows): Promise<Result<StoredProject>>
  /** The file at `from` in the place of the one at `path`, or of the copy `at`, which is closed, and stays so. */
  replace(path: string, from: string, at?: string): Promise<Result<void>>
  /** Out of the file at `from`, which stays. */
  createFrom(from: string, path: string, overwrite: boolean): Promise<Result<StoredProject>>
  /** Whether every thread that runs answers within this time, in ms; where none does, whether one can be started. */
  answers(within: number): Promise<boolean>
  /** Calls that have not been answered. */
  readonly waiting: number
  /** Does what waits, closes every file, ends the threads. */
  close(): Promise<void>
}

interface Thread {
  worker: Worker
  calls: Map<number, (result: Result<unknown>) => void>
  listeners: Map<number, ProjectListener>
  ended: boolean
}

const threadFailed: Problem = { kind: 'storageFailed', detail: 'the storage thread has ended' }

/** `noted` is told what to remember of the files; `broken`, the errors that are bugs. */
export function openStorage(options: {
  threads: number
  noted: (noted: Noted) => void
  broken: (error: unknown) => void
  /** The folder of automatic backups: one is made before a migration. */
  backups?: string | undefined
  /** What a thread runs. */
  thread?: URL
}): Storage {
  const threads: (Thread | undefined)[] = Array.from({ length: options.threads })
  const workerData: StorageThread = { comesAfter: options.threads > 1 ? 10 : 0 }
  let lastId = 0
  let closing = false

  const start = (slot: number): Thread => {
    const worker = options.thread ? new Worker(options.thread) : startThread('server/storage/thread.ts', { workerData })
    const thread: Thread = { worker, calls: new Map(), listeners: new Map(), ended: false }
    worker.on('message', (message: FromThread) => receive(thread, message))
    worker.on('error', options.broken)
    worker.on('exit', () => {
      thread.ended = true
      if (threads[slot] === thread) threads[slot] = undefined
      for (const answer of thread.calls.values()) answer(problem(threadFailed))
      for (const listener of thread.listeners.values()) if (!closing) guard(() => listener.lost())
    })
    threads[slot] = thread
    return thread
  }

  const receive = (thread: Thread, message: FromThread) => {
    if ('noted' in message) return note(message.noted)
    if ('taken' in message) return tell(thread, message.taken)
    if ('broken' in message) options.broken(new Error(message.broken))
    if (message.id === undefined) return
    const answer = thread.calls.get(message.id)
    thread.calls.delete(message.id)
    answer?.('result' in message ? message.result : problem({ kind: 'storageFailed', detail: 'see the server’s log' }))
  }

  /** What throws on behalf of one project is told, and the others hear what they are to. */
  const guard = (body: () => void) => {
    try {
      body()
    } catch (error) {
      options.broken(error)
    }
  }

  /** A configuration that cannot be written costs a new epoch at the next opening, not the server. */
  const note = (noted: Noted) => guard(() => options.noted(noted))

  const tell = (thread: Thread, taken: TakenMessage) => {
    guard(() => thread.listeners.get(taken.project)?.taken(taken))
    for (const { id, answer } of taken.items) {
      thread.calls.get(id)?.({ ok: answer })
      thread.calls.delete(id)
    }
  }

  const post = (
    thread: Thread,
    id: number,
    call: CallName,
    args: Calls[CallName]['args'],
    transfer: ArrayBuffer[] = [],
  ) =>
    new Promise<Result<unknown>>((resolve) => {
      if (thread.ended) return resolve(problem(threadFailed))
      thread.calls.set(id, resolve)
      thread.worker.postMessage({ id, call, args } as ToThread, transfer)
    })

  const call = <N extends CallName>(
    thread: Thread,
    name: N,
    args: Calls[N]['args'],
  ): Promise<Result<Calls[N]['result']>> => {
    lastId += 1
    return post(thread, lastId, name, args) as Promise<Result<Calls[N]['result']>>
  }

  const threadOf = (path: string): Thread => {
    const slot = createHash('sha256').update(path).digest().readUInt32LE(0) % threads.length
    return threads[slot] ?? start(slot)
  }

  const stored = (thread: Thread, held: Held): StoredProject => {
    const { project, uuid, epoch, path, head } = held
    return {
      uuid,
      epoch,
      path,
      head,
      listen: (listener) => thread.listeners.set(project, listener),
      openClient: (client, itsEpoch, since, holder) =>
        call(thread, 'openClient', {
          project,
          client,
          epoch: itsEpoch,
          since,
          ...(holder !== undefined && { holder }),
        }),
      submit: (submission) => {
        lastId += 1
        const transfer = 'packed' in submission ? [submission.packed.buffer] : []
        const answer = post(thread, lastId, 'submit', { project, submission }, transfer)
        return { id: lastId, answer: answer as Promise<Result<PushAnswer>> }
      },
      events: (since, mostBytes) => call(thread, 'events', { project, since, mostBytes }),
      list: (query, args, columns) => call(thread, 'list', { project, query, args, columns }),
      reserve: (authors) => void call(thread, 'reserve', { project, authors }),
      write: (to, form) => call(thread, 'write', { project, path: to, form }),
      saveAs: (to, overwrite) => call(thread, 'saveAs', { project, path: to, overwrite }),
      backup: (to) => call(thread, 'backup', { project, ...(to && { to }) }),
      ask: (name, args) => call(thread, name, { ...args, project } as Calls[typeof name]['args']),
      close: async () => {
        await call(thread, 'close', { project })
        thread.listeners.delete(project)
      },
    }
  }

  const hold = async (thread: Thread, held: Promise<Result<Held>>): Promise<Result<StoredProject>> => {
    const result = await held
    return 'problem' in result ? result : { ok: stored(thread, result.ok) }
  }

  const opening = (at: string | undefined) => ({
    ...(at !== undefined && { at }),
    ...(options.backups !== undefined && { backups: options.backups }),
  })

  return {
    open: (path, known, at) => {
      const thread = threadOf(path)
      return hold(thread, call(thread, 'open', { path, known: [...known], ...opening(at) }))
    },
    create: (path, overwrite, rows) => {
      const thread = threadOf(path)
      return hold(thread, call(thread, 'create', { path, overwrite, ...(rows && { rows }) }))
    },
    replace: (path, from, at = path) => call(threadOf(path), 'replace', { from, path: at }),
    createFrom: (from, path, overwrite) => {
      const thread = threadOf(path)
      return hold(thread, call(thread, 'createFrom', { from, path, overwrite }))
    },
    answers: async (within) => {
      const late = new Promise<false>((resolve) => setTimeout(resolve, within, false).unref())
      const running = threads.filter((thread) => thread !== undefined)
      const asked = running.length > 0 ? running : [start(0)]
      const all = Promise.all(asked.map((thread) => call(thread, 'ping', {})))
      return Promise.race([all.then((results) => results.every((result) => !('problem' in result))), late])
    },
    get waiting() {
      return threads.reduce((sum, thread) => sum + (thread?.calls.size ?? 0), 0)
    },
    close: async () => {
      closing = true
      const open = threads.filter((thread) => thread !== undefined)
      await Promise.all(open.map((thread) => call(thread, 'end', {})))
      await Promise.all(open.map((thread) => thread.worker.terminate()))
    },
  }
}
