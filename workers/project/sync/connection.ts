/**
 * Carries out what `nextConnection.ts` says of socket and clock, hands on what it says of copy and page, and tells it what happens. It knows
 * nothing of what goes over the socket but the frame of requests and replies.
 *
 * Promises: what happens while effects are carried out is looked at after them; whatever ends a connection, the requests that wait are
 * answered with null.
 */
import type { Problem } from '../../../src/model/problems.ts'
import type { Reply } from '../../../src/model/protocol.ts'
import {
  beginning,
  type ConnectionState,
  type Effect,
  type Event,
  isOpen,
  type LinkEffect,
  next,
  type ProjectEffect,
  type Timer,
} from './nextConnection.ts'

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
  /** A one-time ticket; a problem: why the server gives none; null: it does not say. Throws where there is no way to it. */
  ticket(): Promise<string | Problem | null>
  open(ticket: string, events: SocketEvents): Socket
  token(): string
  after(milliseconds: number, run: () => void): () => void
  now(): number
  /** From 0 to 1. */
  random(): number
}

/** What the server has answered who asked for a ticket, as `ConnectionHost.ticket`. */
export async function ticketOf(answer: { status: number; json(): Promise<unknown> }): Promise<string | Problem | null> {
  if (answer.status === 200) return ((await answer.json()) as { ticket: string }).ticket
  // Who is not signed in is led to the way in; a proxy says for a server that is not there that it is not.
  if ([401, 502, 503, 504].includes(answer.status)) throw new Error(`no way to a ticket: ${answer.status}`)
  if (answer.status !== 403) return null
  // Another program on the way may have refused it, in its own words.
  const { problem } = (await answer.json().catch(() => ({}))) as { problem?: Problem }
  return problem?.kind === 'factorDemanded' ? problem : null
}

/** What is done about each effect. */
type Carried<E extends { do: string }> = { readonly [K in E['do']]: (effect: Extract<E, { do: K }>) => void }

export interface ConnectionParts extends Carried<ProjectEffect> {
  /** A frame that answers no request. */
  pushed(reply: Reply): void
}

export interface Connection {
  readonly state: ConnectionState
  tell(event: Event): void
  /** Answers with the reply, or null when the connection ends before it. `body`: more members of the request as JSON text. */
  request(query: string | null, variables: Record<string, unknown>, body?: string): Promise<Reply | null>
}

export function openConnection(host: ConnectionHost, parts: ConnectionParts): Connection {
  let state = beginning
  let socket: Socket | null = null
  let last = 0
  let isCarrying = false
  const happened: Event[] = []
  const timers = new Map<Timer, () => void>()
  const asked = new Map<string, (reply: Reply | null) => void>()

  const tell = (event: Event) => {
    happened.push(event)
    if (isCarrying) return
    isCarrying = true
    try {
      for (let seen = happened.shift(); seen; seen = happened.shift()) {
        const { state: after, effects } = next(state, seen)
        state = after
        for (const effect of effects) carry(effect)
      }
    } finally {
      isCarrying = false
    }
  }
  const carry = (effect: Effect) => (carried[effect.do] as (effect: Effect) => void)(effect)

  const clear = (timer: Timer) => {
    timers.get(timer)?.()
    timers.delete(timer)
  }
  const forgetAsked = () => {
    for (const answer of asked.values()) answer(null)
    asked.clear()
  }

  const hear = (text: string) => {
    tell({ is: 'heard', now: host.now() })
    const reply = JSON.parse(text) as Reply
    const answer = reply.msg_id === undefined ? undefined : asked.get(reply.msg_id)
    if (!answer) return parts.pushed(reply)
    asked.delete(reply.msg_id as string)
    answer(reply)
  }

  const link: Carried<LinkEffect> = {
    askTicket: ({ n }) => {
      const say = (ticket: string | Problem | null | undefined) => tell({ is: 'ticket', n, ticket })
      host.ticket().then(say, () => say(undefined))
    },
    openSocket: ({ ticket }) => {
      const mine: Socket = host.open(ticket, {
        opened: () => socket === mine && tell({ is: 'socketOpened', now: host.now() }),
        message: (text) => socket === mine && hear(text),
        closed: (code) => {
          if (socket !== mine) return
          socket = null
          tell({ is: 'socketClosed', code })
        },
      })
      socket = mine
    },
    closeSocket: ({ code }) => {
      const open = socket
      socket = null
      open?.close(code)
    },
    ping: () => void request('{ ping }', {}),
    set: ({ timer, after, spread }) => {
      clear(timer)
      const ring = () => {
        timers.delete(timer)
        tell({ is: 'rang', timer, now: host.now() })
      }
      timers.set(timer, host.after(after + host.random() * spread, ring))
    },
    clear: ({ timer }) => clear(timer),
  }
  const carried: Carried<Effect> = {
    ...parts,
    ...link,
    interrupt: (effect) => {
      forgetAsked()
      parts.interrupt(effect)
    },
  }

  const request: Connection['request'] = (query, variables, body) => {
    if (!socket || !isOpen(state)) return Promise.resolve(null)
    last += 1
    const msgId = `i_${last}`
    const head = JSON.stringify({ msg_id: msgId, auth: host.token(), ...(query !== null && { query, variables }) })
    const open = socket
    return new Promise((resolve) => {
      asked.set(msgId, resolve)
      open.send(body ? `${head.slice(0, -1)},${body.slice(1)}` : head)
    })
  }

  return {
    get state() {
      return state
    },
    tell,
    request,
  }
}
