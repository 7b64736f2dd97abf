/**
 * What a node asks of PostgreSQL: statements of which each stands alone, at any of a few connections, and transactions.
 *
 * The driver loses its way where a connection ends. A transaction goes on at the next connection, without what it has done; its rollback, which nobody
 * takes any more, ends the program; and a connection that had something to send yet may be mute from then on. So nothing of that is left to it: a
 * transaction has a connection of its own, after which there is none; and once one of the few has ended none of them is asked anything more.
 */
import postgres, { type ISql } from 'postgres'

export interface Statements extends ISql {
  /** What `body` asks is done as one, or nothing of it: where it throws, where something that it asks fails, and where the connection ends. */
  begin<T>(body: (one: ISql) => Promise<T>): Promise<T>
  /** Answers what was asked, for a moment at most. */
  end(): Promise<void>
}

export interface ConnectionOptions {
  /** Connections for what stands alone. */
  max: number
  /** s after which one that nothing is asked of ends; left out: it stays. */
  idle?: number
  /** ms after which PostgreSQL ends a transaction of which it hears nothing more, whose program may be frozen: others wait for what it has locked. Left out: never. */
  unheard?: number
}

/** The connection of a transaction has ended, whose changes are not there; where it was just being committed they may be. */
export class ConnectionEnded extends Error {}

/** s */
const connectWithin = 5
const endWithin = 1
const common = { onnotice: () => {}, connect_timeout: connectWithin, fetch_types: false, backoff: () => 0 } as const

export function openConnections(url: string, { max, idle, unheard = 0 }: ConnectionOptions): Statements {
  let isEnding = false
  const open = () => {
    const some = postgres(url, {
      ...common,
      max,
      ...(idle === undefined ? { max_lifetime: null } : { idle_timeout: idle }),
      onclose: () => {
        if (some !== current || isEnding) return
        current = open()
        // Once what is under way at the others is answered.
        some.end().catch(() => {})
      },
    })
    return some
  }
  let current = open()
  const own: Pick<Statements, 'begin' | 'end'> = {
    begin: (body) => asOne(url, unheard, body),
    end: () => {
      isEnding = true
      return current.end({ timeout: endWithin })
    },
  }
  return new Proxy((() => {}) as unknown as Statements, {
    apply: (_, __, words) => Reflect.apply(current, undefined, words),
    get: (_, name) => Reflect.get(name in own ? own : current, name),
  })
}

async function asOne<T>(url: string, unheard: number, body: (one: ISql) => Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>()
  const one = postgres(url, {
    ...common,
    max: 1,
    max_lifetime: null,
    connection: { idle_in_transaction_session_timeout: unheard },
    onclose: () => {
      ended.reject(new ConnectionEnded('the connection of a transaction has ended'))
      // What is asked from here on is refused, rather than done at another connection.
      one.end({ timeout: 0 }).catch(() => {})
    },
  })
  const unlessEnded = <A>(asked: Promise<A>): Promise<A> => Promise.race([asked, ended.promise])
  try {
    await unlessEnded(one.unsafe('BEGIN'))
    const result = await unlessEnded(body(one))
    const { command } = await unlessEnded(one.unsafe('COMMIT'))
    if (command !== 'COMMIT') throw new Error('something in a transaction has failed, and nothing of it was done')
    return result
  } finally {
    ended.promise.catch(() => {})
    // What was not committed goes with its connection.
    await one.end({ timeout: 0 })
  }
}
