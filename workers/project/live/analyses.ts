/**
 * Questions to the whole project (`AnalysisMap`): runs the kernels in slices of some milliseconds, one question after the other, so that
 * commands get their turn in between. A question begins anew when something that it reads (`analysisReads.ts`) has changed under it, and is
 * given up when nobody waits.
 *
 * Promises: an answer is that of the project as it is when it is given. A watch is told again, a moment after the last change that its
 * answer may depend on, and only what differs from the last answer. However often something changes, a question is answered: one that has
 * been put off for `patience` runs to its end without letting others in.
 */
import type { Effect } from '../../../src/model/change.ts'
import { attempt, isProblem, type Problem, Refusal, type Result } from '../../../src/model/problems.ts'
import type { AnalysisArgs, AnalysisName, Answered } from '../../../src/model/queries.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { KernelModule } from '../../../wasm/kernels/kernel.ts'
import { type Kernels, openKernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'
import { analysisQueries } from '../queries/analyses.ts'
import { readsOf, writtenBy } from '../queries/analysisReads.ts'
import type { Reads } from '../queries/reads.ts'
import { sameAnswer } from './sameAnswer.ts'

export interface Analyses {
  /** The copy to ask from now on. */
  attach(db: Db): void
  /** Tells now and after changes; the function returned stops it. */
  watch<N extends AnalysisName>(query: N, args: AnalysisArgs<N>, post: (answer: Answered<N>) => void): () => void
  keep(effects: readonly Effect[]): void
  /** Reads what first questions are made of; false where it had to give way: to a question, to a change, or because it is not to `goOn`. */
  warm(goOn: () => boolean): Promise<boolean>
  close(): void
}

export interface AnalysesHost {
  /** Throws a Refusal where there is no way to them. */
  kernels(): Promise<KernelModule>
  /** Resolves when others have had their turn. */
  turn(): Promise<void>
  after(milliseconds: number, run: () => void): () => void
  report(error: unknown): void
}

/** In ms: how long others wait at most, and how soon a watch is told again. */
const longest = 8
/** The same, of what nobody has asked. */
const shortest = 3
const moment = 250
/** How long a question may be put off by what changes under it, in ms. */
const patience = 2000

interface Question {
  begin: (kernels: Kernels, db: Db) => Slices<unknown>
  done: (answer: Result<unknown>) => void
  dropped: boolean
  /** What it reads has changed since it began. */
  isStale: boolean
  /** It has been put off long enough. */
  isOverdue: boolean
}

interface Watch {
  reads: Reads
  /** What it reads has changed. */
  changed(): void
  /** Asks again what has changed meanwhile. */
  again(): void
  stop(): void
}

export function openAnalyses(host: AnalysesHost): Analyses {
  let open: { db: Db; kernels: Kernels } | null = null
  let db: Db | null = null
  const queue: Question[] = []
  const watches = new Set<Watch>()
  let running = false
  let closed = false
  let cancelAgain: (() => void) | null = null

  const kernels = async (): Promise<{ db: Db; kernels: Kernels }> => {
    const module = await host.kernels()
    if (!db) throw new Error('no copy is open')
    if (open?.db !== db) open = { db, kernels: openKernels(module, db) }
    return open
  }

  const work = async (): Promise<void> => {
    if (running) return
    running = true
    try {
      for (let question = queue.shift(); question; question = queue.shift()) {
        if (question.dropped || closed) continue
        const answer = await answerTo(question)
        if (answer && !question.dropped && !closed) question.done(answer)
      }
    } finally {
      running = false
    }
  }

  /** null when it was given up. */
  const answerTo = async (question: Question): Promise<Result<unknown> | null> => {
    try {
      for (;;) {
        const { db, kernels: asked } = await kernels()
        question.isStale = false
        const slices = question.begin(asked, db)
        const stretch = question.isOverdue ? Number.POSITIVE_INFINITY : longest
        for (;;) {
          const slice = attempt(() => runFor(slices, stretch))
          if (isProblem(slice)) return slice
          if (slice.ok) return { ok: slice.ok.value }
          await host.turn()
          if (!question.dropped && !closed && !question.isStale && open?.kernels === asked) continue
          slices.return(undefined)
          break
        }
        if (question.dropped || closed) return null
      }
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.problem }
      host.report(error)
      return { problem: { kind: 'unexpectedResponse' } satisfies Problem }
    }
  }

  const warm = async (goOn: () => boolean): Promise<boolean> => {
    if (running || !db) return false
    running = true
    try {
      const { kernels: warmed } = await kernels()
      const { version } = warmed
      const slices = warmed.warm()
      for (;;) {
        const slice = attempt(() => runFor(slices, shortest))
        // No room for it: a question will say so.
        if (isProblem(slice) || slice.ok) return true
        await host.turn()
        if (queue.length === 0 && !closed && open?.kernels === warmed && warmed.version === version && goOn()) continue
        slices.return(undefined)
        return false
      }
    } catch (error) {
      // The kernels cannot be fetched just now: a question will say so, or fetch them.
      if (error instanceof Refusal) return true
      throw error
    } finally {
      running = false
      void work()
    }
  }

  const againSoon = () => {
    cancelAgain ??= host.after(moment, () => {
      cancelAgain = null
      for (const watch of watches) watch.again()
    })
  }

  const openWatch = <N extends AnalysisName>(
    query: N,
    args: AnalysisArgs<N>,
    post: (answer: Answered<N>) => void,
  ): Watch => {
    let asked: Question | null = null
    let isBehind = true
    let last: Result<unknown> | null = null
    let stopWaiting: (() => void) | null = null
    const settled = () => {
      asked = null
      stopWaiting?.()
      stopWaiting = null
    }
    const done = (answer: Result<unknown>) => {
      settled()
      if (last && sameAnswer(last, answer)) return
      // What is posted may be handed over, and is not to be read any more.
      last = structuredClone(answer)
      post(answer as Answered<N>)
    }
    const putOff = (question: Question) => {
      question.isStale = true
      stopWaiting ??= host.after(patience, () => {
        question.isOverdue = true
      })
    }
    return {
      reads: readsOf(query, args),
      changed: () => {
        if (asked) return putOff(asked)
        isBehind = true
        againSoon()
      },
      again: () => {
        if (!isBehind) return
        isBehind = false
        const begin: Question['begin'] = (kernels, db) => analysisQueries[query](kernels, db, args)
        asked = { begin, done, dropped: false, isStale: false, isOverdue: false }
        queue.push(asked)
        void work()
      },
      stop: () => {
        if (asked) asked.dropped = true
        settled()
      },
    }
  }

  return {
    attach: (next) => {
      db = next
      open = null
      for (const watch of watches) watch.changed()
    },
    watch: (query, args, post) => {
      const watch = openWatch(query, args, post)
      watches.add(watch)
      watch.again()
      return () => {
        watches.delete(watch)
        watch.stop()
      }
    },
    keep: (effects) => {
      if (effects.length === 0) return
      if (watches.size > 0) {
        const written = writtenBy(effects)
        for (const watch of watches) if (watch.reads.some((read) => written.has(read))) watch.changed()
      }
      open?.kernels.keep(effects)
    },
    warm,
    close: () => {
      closed = true
      cancelAgain?.()
      for (const watch of watches) watch.stop()
      watches.clear()
    },
  }
}

/** Runs slices until the time is over; the value when they have come to their end. */
function runFor<T>(slices: Slices<T>, milliseconds: number): { value: T } | null {
  const until = performance.now() + milliseconds
  do {
    const { done, value } = slices.next()
    if (done) return { value }
  } while (performance.now() < until)
  return null
}
