/**
 * The event loop's hold on the projects that are open: each lives in one of the storage threads, chosen by its path, or, while it keeps others
 * waiting, in the one behind that (`storedProject.ts`). All disk work is there; nothing here waits for a disk.
 *
 * Promises: what a room has taken is told to the project's listener in the room's order, before any later answer of that
 * project. A thread that dies takes its projects with it (`lost`); the next call starts another.
 */

import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { type Problem, problem, type Result } from '../../src/model/problems.ts'
import { startThread } from '../base/ownThreads.ts'
import { comesAfter } from '../base/turns/lowerPriority.ts'
import type { Noted } from '../files/identity.ts'
import type { OpenOptions } from '../files/projectFile.ts'
import type { StorageThread } from '../room/room.thread.ts'
import type {
  Beginning,
  Delivered,
  FromThread,
  Held,
  PackedSubmission,
  TakenMessage,
  ToThread,
} from '../room/threadMessages.ts'
import type { Gates } from './gates.ts'
import { type ProjectThread, type StoredProject, storedProject, threadFailed } from './storedProject.ts'

export type { ProjectListener, StoredProject } from './storedProject.ts'
export type { Delivered, Noted, PackedSubmission }

export interface Storage {
  /** Resolves when all threads that many share are there, which else come as they are needed: nobody who opens a project waits for them then. */
  begin(): Promise<void>
  /** `at`: the copy of its file in which it is worked on; `isCache`: of what is kept elsewhere (`gates`). */
  open(
    path: string,
    known: readonly Noted[],
    opening?: Pick<OpenOptions, 'at' | 'isCache'>,
  ): Promise<Result<StoredProject>>
  /** Brings changesets into the file at `path`, which nobody has open. */
  replay(path: string, sets: Uint8Array[]): Promise<Result<void>>
  /** Brings the file at `path`, which nobody has open, to the layout of this program. Problems: those of opening it. */
  raise(path: string): Promise<Result<void>>
  /** With these rows, where they are given. */
  create(path: string, overwrite: boolean, beginning?: Beginning): Promise<Result<StoredProject>>
  /** The file at `from` in the place of the one at `path`, or of the copy `at`, which is closed, and stays so. */
  replace(path: string, from: string, at?: string): Promise<Result<void>>
  /** Out of the file at `from`, which stays. */
  createFrom(from: string, path: string, overwrite: boolean): Promise<Result<StoredProject>>
  /** Whether every thread that many share and that runs answers within this time, in ms; where none does, whether one can be started. */
  answers(within: number): Promise<boolean>
  /** Calls that have not been answered. */
  readonly callsWaiting: number
  /** Does what waits, closes every file, ends the threads. */
  close(): Promise<void>
}

interface Thread extends ProjectThread {
  worker: Worker
  calls: Map<number, (result: Result<unknown>) => void>
  ended: boolean
}

/** `noted` is told what to remember of the files; `broken`, the errors that are bugs. */
export function openStorage(options: {
  threads: number
  noted: (noted: Noted) => void
  broken: (error: unknown) => void
  /** The folder of automatic backups: one is made before a migration. */
  backups?: string | undefined
  /** Where what changes in caches is kept before anybody hears of it. */
  gates?: Gates | undefined
  /** What a thread runs. */
  thread?: URL
}): Storage {
  const threads: (Thread | undefined)[] = Array.from({ length: options.threads })
  const behind: (Thread | undefined)[] = Array.from({ length: options.threads })
  const isOfMany = options.threads > 1
  /** Files that are being let go, by path. */
  const leaving = new Map<string, Promise<void>>()
  let lastId = 0
  let closing = false

  const newId = () => {
    lastId += 1
    return lastId
  }

  const start = (slots: (Thread | undefined)[], slot: number): Thread => {
    const workerData: StorageThread = { comesAfter: isOfMany ? comesAfter[slots === behind ? 'behind' : 'shared'] : 0 }
    const worker = options.thread
      ? new Worker(options.thread)
      : startThread('server/room/room.thread.ts', { workerData })
    const thread: Thread = {
      worker,
      calls: new Map(),
      listeners: new Map(),
      ended: false,
      call: (name, args, id = newId(), transfer = []) =>
        new Promise((resolve) => {
          if (thread.ended) return resolve(problem(threadFailed))
          thread.calls.set(id, resolve as (result: Result<unknown>) => void)
          worker.postMessage({ id, call: name, args } as ToThread, transfer)
        }),
    }
    worker.on('message', (message: FromThread) => receive(thread, message))
    worker.on('error', options.broken)
    worker.on('exit', () => {
      thread.ended = true
      if (slots[slot] === thread) slots[slot] = undefined
      for (const answer of thread.calls.values()) answer(problem(threadFailed))
      for (const listener of thread.listeners.values()) if (!closing) guard(() => listener.lost())
    })
    slots[slot] = thread
    return thread
  }

  const receive = (thread: Thread, message: FromThread) => {
    if (!('gate' in message) || !message.gate || !options.gates) return deliver(thread, message)
    options.gates.pass(message.gate, (failed) => {
      if (failed) refuse(thread, message, failed)
      else deliver(thread, message)
    })
  }

  /** What it tells of is not kept, and not so. */
  const refuse = (thread: Thread, message: FromThread, failed: Problem) => {
    const items = 'taken' in message ? message.taken.items : [message]
    for (const { id } of items as { id: number }[]) {
      thread.calls.get(id)?.(problem(failed))
      thread.calls.delete(id)
    }
  }

  const deliver = (thread: Thread, message: FromThread) => {
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

  const threadOf = (path: string, slots = threads): Thread => {
    const slot = createHash('sha256').update(path).digest().readUInt32LE(0) % slots.length
    return slots[slot] ?? start(slots, slot)
  }

  const hold = async (
    thread: Thread,
    path: string,
    held: Promise<Result<Held>>,
    opening: OpenOptions,
  ): Promise<Result<StoredProject>> => {
    const result = await held
    if ('problem' in result) return result
    const shared = () => threadOf(path)
    const moving = isOfMany ? { shared, behind: () => threadOf(path, behind) } : null
    const leaves = (closed: Promise<void>) => noteLeaving(result.ok.path, closed)
    return { ok: storedProject(thread, result.ok, { newId, threads: moving, options: opening, leaves }) }
  }

  const noteLeaving = (path: string, closed: Promise<void>) => {
    leaving.set(path, closed)
    void closed.then(() => leaving.get(path) === closed && leaving.delete(path))
  }

  const opening = (at?: string): OpenOptions => ({
    ...(at !== undefined && { at }),
    ...(options.backups !== undefined && { backups: options.backups }),
  })
  const running = () => [...threads, ...behind].filter((thread) => thread !== undefined)

  return {
    begin: async () => {
      await Promise.all(threads.map((thread, slot) => (thread ?? start(threads, slot)).call('ping', {})))
    },
    open: async (path, known, given = {}) => {
      await leaving.get(path)
      const thread = threadOf(path)
      const how = { ...opening(given.at), ...(given.isCache && { isCache: true }) }
      return hold(thread, path, thread.call('open', { path, known: [...known], ...how }), how)
    },
    replay: (path, sets) => threadOf(path).call('replay', { path, sets }),
    raise: (path) => threadOf(path).call('raise', { path }),
    create: (path, overwrite, beginning) => {
      const thread = threadOf(path)
      return hold(thread, path, thread.call('create', { path, overwrite, ...beginning }), opening())
    },
    replace: (path, from, at = path) => threadOf(path).call('replace', { from, path: at }),
    createFrom: (from, path, overwrite) => {
      const thread = threadOf(path)
      return hold(thread, path, thread.call('createFrom', { from, path, overwrite }), opening())
    },
    answers: async (within) => {
      const late = new Promise<false>((resolve) => setTimeout(resolve, within, false).unref())
      const shared = threads.filter((thread) => thread !== undefined)
      const asked = shared.length > 0 ? shared : [start(threads, 0)]
      const all = Promise.all(asked.map((thread) => thread.call('ping', {})))
      return Promise.race([all.then((results) => results.every((result) => !('problem' in result))), late])
    },
    get callsWaiting() {
      return running().reduce((sum, thread) => sum + thread.calls.size, 0)
    },
    close: async () => {
      closing = true
      await Promise.all(running().map((thread) => thread.call('end', {})))
      await options.gates?.idle()
      await Promise.all(running().map((thread) => thread.worker.terminate()))
    },
  }
}
