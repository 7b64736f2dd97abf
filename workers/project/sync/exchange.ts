/**
 * What goes to and fro between a copy and the room of an open project: frozen pushes out, answers and events in.
 *
 * Promises: one push at a time; frames are worked off one after the other, so that fetching a large event does not let the next overtake
 * it. A copy that misses an event, or whose push finds no answer, is opened again.
 */
import { socketBytes } from '../../../src/model/limits.ts'
import type { PeopleNews } from '../../../src/model/presence.ts'
import type { Problem } from '../../../src/model/problems.ts'
import type { AnnouncedEvent, Event, PushAnswer, Reply } from '../../../src/model/protocol.ts'
import type { Copy } from '../copy.ts'
import type { ProjectHost } from '../host.ts'
import type { Connection } from './connection.ts'

export interface Exchange {
  /** Sends what waits, unless a push is under way. */
  send(): void
  /** A frame that the server sent without being asked. */
  take(reply: Reply): void
  /** The socket is gone: no answer comes to what was sent on it, and what came on it is worth nothing that has not been worked off. */
  interrupt(): void
}

export interface ExchangeParts {
  host: Pick<ProjectHost, 'uuid' | 'call'>
  connection: {
    request: Connection['request']
    /** Opens the socket anew, so many ms later at the earliest. */
    restart(after?: number): void
  }
  /** The copy, while the project is open on a socket; null else. */
  open: () => Copy | null
  noteAccess: (reply: Reply) => void
  /** Who is there, after the events that came before it. */
  people: (news: PeopleNews) => void
  warn: (problem: Problem) => void
  failed: (error: unknown) => void
}

/** After what the server could not do just now, ms. */
const pause = 3000

/** Nothing is wrong with the push itself: the session has run out, the project is not open, too much came at once. */
const passing: ReadonlySet<number> = new Set([401, 404, 408, 409, 429])

export function openExchange({ host, connection, open, noteAccess, people, warn, failed }: ExchangeParts): Exchange {
  let sending = false
  let incoming: Promise<void> = Promise.resolve()
  /** Of the socket; what began on another is not gone on with. */
  let turn = 0
  const inTurn = (body: () => void | Promise<void>) => {
    const mine = turn
    incoming = incoming.then(() => (mine === turn ? body() : undefined)).catch(failed)
  }

  const take = async (reply: Reply): Promise<void> => {
    const mine = turn
    noteAccess(reply)
    const copy = open()
    if (!copy) return
    if (reply.json_data.push) settle(reply.json_data.push)
    if (reply.json_data.people) people(reply.json_data.people)
    const { events } = reply.json_data
    if (!events) return
    const whole = await fetchAnnounced(events)
    if (mine !== turn) return
    if (!whole || copy.receive(whole) === 'gap') connection.restart()
  }

  const fetchAnnounced = async (events: (Event | AnnouncedEvent)[]): Promise<Event[] | null> => {
    const whole: Event[] = []
    for (const event of events) {
      if (!('fetch' in event)) {
        whole.push(event)
        continue
      }
      const answer = await host.call(`/v1/thicket/projects/${host.uuid}/events?since=${event.seq - 1}`)
      // One that is cut in its middle is none.
      const body =
        answer?.status === 200 ? ((await answer.json().catch(() => null)) as { events: Event[] } | null) : null
      const found = body?.events.find(({ seq }) => seq === event.seq)
      if (!found) return null
      whole.push(found)
    }
    return whole
  }

  const settle = (answer: PushAnswer) => {
    sending = false
    if (open()?.acknowledge(answer) === 'gap') connection.restart()
  }

  const send = async (): Promise<void> => {
    const push = sending ? null : open()?.nextPush()
    if (!push) return
    sending = true
    const mine = turn
    if (push.body.length > socketBytes) return sendByHttp(push)
    const reply = await connection.request(null, {}, push.body)
    if (mine !== turn) return
    if (!reply) {
      sending = false
      return
    }
    inTurn(() => {
      noteAccess(reply)
      if (reply.json_data.push) return settle(reply.json_data.push)
      sending = false
      // Not this person's any more: the server closes the socket.
      if (reply.status === 403) return
      // The push may be good, it is the socket that is not this client's.
      if (reply.json_data.errors?.[0]?.problem?.kind === 'socketClosed') return connection.restart()
      const found: Problem = reply.json_data.errors?.[0]?.problem ?? { kind: 'unexpectedResponse' }
      // What the server could not read it never will; what it could not do just now may work later.
      if (reply.status === 400) return open()?.refusePush(push.n, found)
      // The token has run out: the socket is closed, and what waits goes over the next.
      if (found.kind === 'notSignedIn') return
      warn(found)
      connection.restart(pause)
    })
  }

  /** A large push; its answer comes on the socket, in its place among the events. */
  const sendByHttp = async (push: { n: number; body: string }): Promise<void> => {
    const mine = turn
    const answer = await host.call(`/v1/thicket/push?project=${host.uuid}`, { method: 'POST', body: push.body })
    if (mine !== turn || answer?.status === 200) return
    sending = false
    const isRefused = answer !== null && answer.status >= 400 && answer.status < 500 && !passing.has(answer.status)
    const body = isRefused ? ((await answer.json().catch(() => null)) as { problem?: Problem } | null) : null
    if (mine !== turn) return
    if (body?.problem) return open()?.refusePush(push.n, body.problem)
    connection.restart(pause)
  }

  return {
    send: () => void send().catch(failed),
    take: (reply) => inTurn(() => take(reply)),
    interrupt: () => {
      sending = false
      turn += 1
      // A call that nobody answers holds up nothing of the next socket.
      incoming = Promise.resolve()
    },
  }
}
