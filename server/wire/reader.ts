/**
 * Reads what people send. The event loop, which is everybody's, reads what costs it next to nothing; what is large is read in a thread that
 * comes after it (`reading.thread.ts`).
 *
 * Promises: what one person sends, on however many sockets, is read in its order and one at a time, others' in between; and not while the
 * processor time is used up that this person has a share of.
 */
import { setImmediate as others, setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { Result } from '../../src/model/problems.ts'
import { startThread } from '../base/ownThreads.ts'
import { comesAfter } from '../base/turns/lowerPriority.ts'
import { processorTime } from '../base/turns/processorTime.ts'
import { type Frame, type PackedPush, readSmall } from '../reading/readFrame.ts'
import type { ReadingThread, ToRead, WasRead } from '../reading/readingMessages.ts'
import { type Allowance, openAllowance } from './allowance.ts'

export interface Reader {
  /** `take` is called with what a frame asks for, before the person's next is read; not where its socket `isGone`. `text` is UTF-8, and may be given away to the thread. */
  frame(
    person: string,
    text: Uint8Array<ArrayBuffer>,
    isGone: () => boolean,
    take: (frame: Frame | null) => void,
  ): Promise<void>
  /** Of a push that comes by HTTP. Problems: badRequest. */
  body(person: string, body: Uint8Array<ArrayBuffer>): Promise<Result<PackedPush>>
  /** ms that the thread of a project has spent on the person. */
  spent(person: string, ms: number): void
  /** Whether they have had their share of the threads in which others' projects lie too. */
  isHeavy(person: string): boolean
  end(): Promise<void>
}

/** Where many people share a server: ms of a processor that one person may have. */
export interface ProcessorLimits {
  /** Of the event loop. */
  loop: Allowance
  /** Of threads: to read what is large, take steps, and write out lists. */
  threads: Allowance
  /** Of those in which others' projects lie too; what goes beyond it is not waited for, but done in threads behind them. */
  shared: Allowance
}
/**
 * An import of 100,000 codings takes some 10 s of threads. A page takes 30 s of silence for a broken connection: nobody waits longer than a third
 * of that for their next turn. An edit takes a thread some 0.6 ms; whoever has needed more than their share of those that many use is a minute behind them.
 */
export const processorLimits: ProcessorLimits = {
  loop: { perSecond: 100, atOnce: 500, patience: 10 },
  threads: { perSecond: 250, atOnce: 20_000, patience: 10 },
  shared: { perSecond: 20, atOnce: 100, patience: 60 },
}

interface PersonsReading {
  waiting: (() => Promise<void>)[]
  isBusy: boolean
  spend: Record<keyof ProcessorLimits, (ms: number) => number>
}

/** `limits`: none where the server is one person's. */
export function openReader(limits: ProcessorLimits | null): Reader {
  /** By person; kept when the last socket of theirs is closed, or the next would have its time anew. */
  const people = new Map<string, PersonsReading>()
  const thread = openThread({ comesAfter: limits ? comesAfter.behind : 0 })

  const of = (person: string): PersonsReading => {
    const known = people.get(person)
    if (known) return known
    const free = () => 0
    const spend = limits
      ? {
          loop: openAllowance(limits.loop),
          threads: openAllowance(limits.threads),
          shared: openAllowance(limits.shared),
        }
      : { loop: free, threads: free, shared: free }
    const reading: PersonsReading = { waiting: [], isBusy: false, spend }
    people.set(person, reading)
    return reading
  }

  const work = async (reading: PersonsReading) => {
    reading.isBusy = true
    const { waiting, spend } = reading
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const wait = Math.max(spend.loop(0), spend.threads(0))
      if (wait > 0) await sleep(wait, undefined, { ref: false })
      await next()
      if (waiting.length > 0) await others()
    }
    reading.isBusy = false
  }

  const inTurn = <T>(reading: PersonsReading, body: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      reading.waiting.push(() => body().then(resolve, reject))
      if (!reading.isBusy) void work(reading)
    })

  const onLoop = <T>({ spend }: PersonsReading, body: () => T): T => {
    const before = processorTime()
    try {
      return body()
    } finally {
      spend.loop(processorTime() - before)
    }
  }

  const elsewhere = async <K extends 'frame' | 'pushed'>(
    { spend }: PersonsReading,
    of: ToRead['of'],
    bytes: ToRead['bytes'],
    key: K,
  ) => {
    const read = (await thread.read(of, bytes)) as Extract<WasRead, Record<K, unknown>>
    spend.threads(read.ms)
    return read[key]
  }

  return {
    frame: (person, text, isGone, take) => {
      const reading = of(person)
      return inTurn(reading, async () => {
        if (isGone()) return
        const frame = onLoop(reading, () => readSmall(text))
        const read = frame === 'large' ? await elsewhere(reading, 'frame', text, 'frame') : frame
        if (!isGone()) onLoop(reading, () => take(read))
      })
    },
    body: (person, body) => {
      const reading = of(person)
      return inTurn(reading, () => elsewhere(reading, 'body', body, 'pushed'))
    },
    spent: (person, ms) => {
      const { spend } = of(person)
      spend.threads(ms)
      spend.shared(ms)
    },
    isHeavy: (person) => of(person).spend.shared(0) > 0,
    end: thread.end,
  }
}

/** Started when it is first needed, and again if it has ended. */
function openThread(workerData: ReadingThread) {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, { resolve: (read: WasRead) => void; reject: (error: Error) => void }>()

  const start = (): Worker => {
    const started = startThread('server/reading/reading.thread.ts', { workerData })
    let error = new Error('the reading thread has ended')
    started.unref()
    started.on('message', (read: WasRead) => {
      waiting.get(read.id)?.resolve(read)
      waiting.delete(read.id)
    })
    started.on('error', (found: Error) => {
      error = found
    })
    started.on('exit', () => {
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  return {
    read: (of: ToRead['of'], given: ToRead['bytes']): Promise<WasRead> =>
      new Promise((resolve, reject) => {
        worker ??= start()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        const bytes = givenAway(given)
        worker.postMessage({ id: lastId, of, bytes } satisfies ToRead, [bytes.buffer])
      }),
    end: async () => {
      await worker?.terminate()
    },
  }
}

/** The same bytes in memory of their own, so that it can change hands: a string would be copied twice and then collected here, which keeps everybody waiting. */
const givenAway = (bytes: ToRead['bytes']): ToRead['bytes'] =>
  bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
