/**
 * Appends the changesets of a node's projects to their logs: one batch is under way at a time, and what comes meanwhile is the next.
 *
 * Promises: those of a project are appended in their order, each once; a batch whose answer was lost is sent again as it is, since a project, a token
 * and a position name one content. What waits too long, or is too much, is refused: `Unavailable`, and then nothing after it is taken either.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ISql } from 'postgres'
import { appendSql } from './tables.ts'

/** Another node has the lease, or this one has had it too long without renewing it. */
export class Fenced extends Error {}
/** PostgreSQL does not answer. What was to be appended may be there, or not. */
export class Unavailable extends Error {}

export interface Appending {
  uuid: string
  token: number
  pos: number
  set: Uint8Array
}

export interface Appends {
  /** Resolves when it is there for good; rejects Fenced, Unavailable. */
  append(entry: Appending): Promise<void>
  /** Resolves when nothing waits. */
  idle(): Promise<void>
  readonly waitingBytes: number
}

interface Waiting extends Appending {
  since: number
  resolve: () => void
  reject: (error: Error) => void
}

/** Bytes of one batch; of one entry more are sent alone. */
const batchBytes = 4 * 1024 * 1024
const mostWaiting = 64 * 1024 * 1024
const pause = 100

export interface AppendsOptions {
  sql: ISql
  warn: (error: unknown) => void
  /** ms that PostgreSQL may keep an entry waiting. */
  patience: number
  /** Hears how long a batch took, in s. */
  took?: (seconds: number) => void
  /** What is asked; another in the control of the proof. */
  statement?: string
}

export function openAppends({ sql, warn, patience, took = () => {}, statement = appendSql }: AppendsOptions): Appends {
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let working: Promise<void> | undefined

  const next = (): Waiting[] => {
    let bytes = 0
    const upTo = waiting.findIndex((entry, i) => {
      bytes += entry.set.byteLength
      return i > 0 && bytes > batchBytes
    })
    const batch = upTo === -1 ? waiting : waiting.slice(0, upTo)
    waiting = upTo === -1 ? [] : waiting.slice(upTo)
    return batch
  }

  const settle = (entry: Waiting, error?: Error) => {
    waitingBytes -= entry.set.byteLength
    if (error) entry.reject(error)
    else entry.resolve()
  }

  /** The batch, again and again until it was answered. */
  const send = async (batch: Waiting[]): Promise<void> => {
    const until = (batch[0]?.since ?? 0) + patience
    for (;;)
      try {
        const began = performance.now()
        const taken = await ask(sql, statement, batch)
        took((performance.now() - began) / 1000)
        for (const entry of batch)
          if (taken.has(nameOf(entry))) settle(entry)
          else settle(entry, new Fenced(`${entry.uuid} is another node’s`))
        return
      } catch (error) {
        if (performance.now() < until) {
          await sleep(pause)
          continue
        }
        warn(error)
        for (const entry of batch) settle(entry, new Unavailable(String(error)))
        return
      }
  }

  const work = async () => {
    while (waiting.length > 0) await send(next())
    working = undefined
  }

  return {
    append: (entry) =>
      new Promise((resolve, reject) => {
        if (waitingBytes + entry.set.byteLength > mostWaiting)
          return reject(new Unavailable('too much waits for PostgreSQL'))
        waitingBytes += entry.set.byteLength
        waiting.push({ ...entry, since: performance.now(), resolve, reject })
        // What comes in the same turn of the event loop goes along.
        working ??= Promise.resolve().then(work)
      }),
    idle: async () => {
      while (working) await working
    },
    get waitingBytes() {
      return waitingBytes
    },
  }
}

/** The names of what is in the log now: taken just now, or by a call before whose answer was lost. */
async function ask(sql: ISql, statement: string, batch: readonly Waiting[]): Promise<Set<string>> {
  const list = (values: readonly (string | number)[]) => `{${values.join(',')}}`
  let at = 1
  const places = batch.map(({ set }) => {
    at += set.byteLength
    return at - set.byteLength
  })
  const rows = await sql.unsafe<{ project: string; pos: string }[]>(
    statement,
    [
      list(batch.map(({ uuid }) => uuid)),
      list(batch.map(({ token }) => token)),
      list(batch.map(({ pos }) => pos)),
      Buffer.concat(batch.map(({ set }) => set)),
      list(places),
      list(batch.map(({ set }) => set.byteLength)),
    ],
    { prepare: true },
  )
  const taken = new Set(rows.map(({ project, pos }) => `${project} ${pos}`))
  for (const entry of batch) if (!taken.has(nameOf(entry)) && (await isOurs(sql, entry))) taken.add(nameOf(entry))
  return taken
}

const nameOf = ({ uuid, pos }: Appending): string => `${uuid} ${pos}`

async function isOurs(sql: ISql, { uuid, pos, token }: Appending): Promise<boolean> {
  const [found] = await sql<{ token: string }[]>`SELECT token FROM record WHERE project = ${uuid} AND pos = ${pos}`
  return Number(found?.token) === token
}
