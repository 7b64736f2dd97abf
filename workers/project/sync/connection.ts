/**
 * The socket to the server and when to have one: specification 1 §4 "Realtime connection" and §8. It knows nothing of what
 * goes over it but the frame of requests and replies.
 *
 * Promises: one socket at a time; attempts count only while the browser says that it is online; whatever ends a connection,
 * the requests that wait are answered with null.
 */
import { connection as limits } from '../../../src/model/limits.ts'
import { closeCodes, type Reply } from '../../../src/model/protocol.ts'

/** A WebSocket as far as it is used. */
export interface Socket {
  send(text: string): void
  close(code?: number): void
}
export interface SocketEvents {
  opened(): void
  message(text: string): void
  closed(code: number): void
}

export interface ConnectionHost {
  /** A one-time ticket; null: the server gives none. Throws where there is no way to it. */
  ticket(): Promise<string | null>
  open(ticket: string, events: SocketEvents): Socket
  token(): string
  after(milliseconds: number, run: () => void): () => void
  now(): number
  /** From 0 to 1. */
  random(): number
}

/** What the server has answered who asked for a ticket, as `ConnectionHost.ticket`. */
export async function ticketOf(answer: { status: number; json(): Promise<unknown> }): Promise<string | null> {
  if (answer.status === 200) return ((await answer.json()) as { ticket: string }).ticket
  // Who is not signed in is led to the way in; a proxy says for a server that is not there that it is not.
  if ([401, 502, 503, 504].includes(answer.status)) throw new Error(`no way to a ticket: ${answer.status}`)
  return null
}

export interface ConnectionEvents {
  /** A socket is open: the project has to be opened on it. */
  opened(): void
  /** A frame that answers no request. */
  pushed(reply: Reply): void
  /**
   * There is no socket now. `silent`: the other side meant it (1000, 1005); `reset` (4000): leave the project; `ended` (4001): until its person
   * starts the program again; `restarts` (1012): it has said that it goes and comes back.
   */
  lost(why: 'silent' | 'reset' | Farewell | 'broken'): void
  /** 1 §8: the server is there and gives no ticket. Said once, until a socket is open again. */
  noTicket(): void
  /** After too many attempts: leave to the list of projects, with a message. */
  gaveUp(): void
}

type Farewell = 'ended' | 'restarts'
const farewells = new Map<number, Farewell>([
  [closeCodes.ended, 'ended'],
  [closeCodes.restart, 'restarts'],
])

export interface Connection {
  start(): void
  /** Answers with the reply, or null when the connection ends before it. `body`: more members of the request as JSON text. */
  request(query: string | null, variables: Record<string, unknown>, body?: string): Promise<Reply | null>
  environment(environment: { online: boolean; focused: boolean }): void
  /** Close and open anew: something that should have come has not. */
  restart(after?: number): void
  close(code: number): void
  /** The project is open: a later loss begins to count anew. */
  settled(): void
}

export function openConnection(host: ConnectionHost, events: ConnectionEvents): Connection {
  let socket: Socket | null = null
  let opening = false
  let stopped = true
  let online = true
  let focused = true
  let attempts = 0
  /** What the other side has said as it went: what finds it away since is no attempt that failed. */
  let away: Farewell | null = null
  let isRefused = false
  let waitsForFocus = false
  let last = 0
  let heardAt = 0
  /** What was heard last when a late look has asked once more. */
  let askedAgain = -1
  let cancelRetry = () => {}
  let cancelBeat = () => {}
  const asked = new Map<string, (reply: Reply | null) => void>()

  const forgetAsked = () => {
    for (const answer of asked.values()) answer(null)
    asked.clear()
  }

  const drop = (code: number) => {
    const open = socket
    socket = null
    cancelBeat()
    forgetAsked()
    open?.close(code)
  }

  const intime = <T>(ticket: Promise<T>): Promise<T | undefined> => {
    let stop = () => {}
    const late = new Promise<undefined>((resolve) => {
      stop = host.after(limits.opens, () => resolve(undefined))
    })
    return Promise.race([ticket, late]).finally(() => stop())
  }

  const connect = async (): Promise<void> => {
    if (stopped || opening || socket || !online) return
    opening = true
    cancelRetry()
    const ticket = await intime(host.ticket().catch(() => undefined))
    opening = false
    if (stopped || socket || !online) return
    if (ticket === null && !isRefused) {
      isRefused = true
      events.noTicket()
    }
    if (!ticket) return retry()
    // Where nothing is heard, a socket may be neither opened nor closed for ever.
    const stopWaiting = host.after(limits.opens, () => {
      if (socket !== mine) return
      drop(closeCodes.databaseNotOpen)
      retry(0)
    })
    const mine: Socket = host.open(ticket, {
      opened: () => {
        stopWaiting()
        if (socket !== mine) return
        away = null
        isRefused = false
        heardAt = host.now()
        beat()
        events.opened()
      },
      message: (text) => {
        if (socket === mine) hear(text)
      },
      closed: (code) => {
        stopWaiting()
        if (socket === mine) ended(code)
      },
    })
    socket = mine
  }

  const retry = (delay: number = limits.retryAfter) => {
    if (stopped || !online) return
    if (!away) attempts += 1
    if (attempts > limits.attempts) {
      stopped = true
      return events.gaveUp()
    }
    cancelRetry()
    cancelRetry = host.after(delay + host.random() * limits.spread, () => void connect())
  }

  const ended = (code: number) => {
    socket = null
    cancelBeat()
    forgetAsked()
    if (code === closeCodes.reset) {
      stopped = true
      return events.lost('reset')
    }
    const silent = code === closeCodes.normal || code === closeCodes.noStatus
    away = farewells.get(code) ?? away
    events.lost(silent ? 'silent' : (away ?? 'broken'))
    if (silent || !focused) {
      waitsForFocus = true
      return
    }
    retry(attempts === 0 && !away ? 0 : limits.retryAfter)
  }

  const hear = (text: string) => {
    heardAt = host.now()
    const reply = JSON.parse(text) as Reply
    const answer = reply.msg_id === undefined ? undefined : asked.get(reply.msg_id)
    if (!answer) return events.pushed(reply)
    asked.delete(reply.msg_id as string)
    answer(reply)
  }

  const beat = () => {
    cancelBeat()
    const began = host.now()
    cancelBeat = host.after(limits.pingEvery, () => {
      // Silence proves nothing while our own pings rest (a throttled tab, a thread at work on a large import): ask once more.
      const isLate = host.now() - began >= 2 * limits.pingEvery
      // A clock that was put back would make the silence younger by hours.
      heardAt = Math.min(heardAt, host.now())
      if (host.now() - heardAt >= limits.silence && isLate && askedAgain !== heardAt) askedAgain = heardAt
      else if (host.now() - heardAt >= limits.silence) {
        drop(closeCodes.databaseNotOpen)
        events.lost('broken')
        return retry(0)
      }
      void request('{ ping }', {})
      beat()
    })
  }

  const request: Connection['request'] = (query, variables, body) => {
    const open = socket
    if (!open) return Promise.resolve(null)
    last += 1
    const msgId = `i_${last}`
    const head = JSON.stringify({ msg_id: msgId, auth: host.token(), ...(query !== null && { query, variables }) })
    return new Promise((resolve) => {
      asked.set(msgId, resolve)
      open.send(body ? `${head.slice(0, -1)},${body.slice(1)}` : head)
    })
  }

  return {
    start: () => {
      stopped = false
      attempts = 0
      void connect()
    },
    request,
    environment: (next) => {
      const back = next.online && !online
      online = next.online
      focused = next.focused
      if (!online && (socket || !stopped)) {
        drop(closeCodes.normal)
        cancelRetry()
        return
      }
      if (back || (focused && waitsForFocus)) {
        waitsForFocus = false
        attempts = 0
        void connect()
      }
    },
    restart: (after = 0) => {
      drop(closeCodes.databaseNotOpen)
      events.lost('broken')
      retry(after)
    },
    close: (code) => {
      stopped = true
      cancelRetry()
      drop(code)
    },
    settled: () => {
      attempts = 0
    },
  }
}
