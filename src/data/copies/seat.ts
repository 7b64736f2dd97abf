/**
 * The worker of a project, wherever it runs just now: in this tab, or in another one. Calls wait for one, and are asked again under their own id where
 * the one that was asked is lost; what is watched begins anew at the next.
 */
import * as Comlink from 'comlink'
import type { ProjectApi } from '../../../workers/project/api.ts'
import { problem, type Result } from '../../model/problems.ts'

export type Remote = Comlink.Remote<ProjectApi>

/** One worker, from when it is waited for. */
interface Sitting {
  remote: Promise<Remote>
  take: (remote: Remote) => void
  /** Settles when it is lost. */
  lost: Promise<void>
  lose: () => void
}

export interface Seat {
  /** Whether a worker answers now. */
  readonly isTaken: boolean
  /** A worker has been found: `greet` asks of it what this tab wants of each, before anything that is watched. */
  sit(remote: Remote, greet: (remote: Remote) => void): void
  /** The one that answered is gone. */
  stand(): void
  /** Says it to the worker as soon as there is one. */
  tell<T>(say: (remote: Remote) => T | Promise<T>): Promise<T>
  /** Asks again wherever the worker is, until somebody answers. */
  ask<T>(question: (remote: Remote) => Promise<T>): Promise<T>
  /** The same for what is not to be asked again where it has taken a worker along: a statement of the console. */
  askOnce<T>(question: (remote: Remote) => Promise<Result<T>>): Promise<Result<T>>
  /** A watch that begins again wherever the worker is; returns the function that stops it. `start` resolves to its number. */
  watch(start: (remote: Remote, listener: unknown) => Promise<number>, post: (told: never) => void): () => void
  /** Calls `late` where the worker that sits here now has not heard anything within so many ms. */
  seeThatItHears(within: number, late: () => void): void
}

/** `called`: something is about to be asked. */
export function openSeat(called: () => void): Seat {
  let current = emptySitting()
  let isTaken = false
  const watches = new Set<() => void>()

  const tell: Seat['tell'] = (say) => current.remote.then(say)

  const watch: Seat['watch'] = (start, post) => {
    let stopped = false
    let stop = () => {}
    const begin = () =>
      void tell(async (remote) => {
        if (stopped) return
        called()
        const listener = Comlink.proxy((told: never) => {
          if (!stopped) post(told)
        })
        const number = await start(remote, listener)
        stop = () => void remote.unwatch(number)
        if (stopped) stop()
      })
    watches.add(begin)
    if (isTaken) begin()
    return () => {
      stopped = true
      watches.delete(begin)
      stop()
    }
  }

  return {
    get isTaken() {
      return isTaken
    },
    sit: (remote, greet) => {
      current.take(remote)
      isTaken = true
      greet(remote)
      for (const begin of watches) begin()
    },
    stand: () => {
      const { lose } = current
      isTaken = false
      current = emptySitting()
      lose()
    },
    tell,
    ask: async (question) => {
      called()
      for (;;) {
        const { remote, lost } = current
        const asked = await remote
        const answered = await Promise.race([question(asked).then((value) => ({ value })), lost])
        if (answered) return answered.value
      }
    },
    askOnce: async (question) => {
      const { remote, lost } = current
      const asked = await remote
      return Promise.race([question(asked), lost.then(() => problem({ kind: 'statementStopped' }))])
    },
    watch,
    seeThatItHears: (within, late) => {
      if (!isTaken) return
      const asked = current
      const timer = setTimeout(() => asked === current && late(), within)
      // Nothing has this number: all that is wanted is an answer.
      void asked.remote.then((remote) => remote.unwatch(0)).then(() => clearTimeout(timer))
    },
  }
}

function emptySitting(): Sitting {
  const { promise: remote, resolve: take } = Promise.withResolvers<Remote>()
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  return { remote, take, lost, lose }
}
