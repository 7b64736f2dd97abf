/**
 * Sends what a room takes to everybody who has the project open. Each socket is a place in the log, never a queue of
 * copies: one that joins or is slow is brought up by reading the log until it has caught up with what is new.
 *
 * Promises: a socket gets every event after its place, once, in order; the answer to its own push stands where the push's
 * events would. A frame that several sockets get is made once. Events are written at once when there is time, gathered for
 * 10–50 ms when writing them takes long.
 */
import { frameBytes, socketBytes } from '../../src/model/limits.ts'
import type { Result } from '../../src/model/problems.ts'
import { closeCodes, type PushAnswer } from '../../src/model/protocol.ts'
import type { Delivered, TakenMessage } from '../room/threadMessages.ts'

/** A socket as the feed sees it. */
export interface Outlet {
  /** A later socket has a higher number. */
  readonly number: number
  /** `written` is called when the frame has left. */
  send(frame: string | Buffer, written: () => void): void
  /** Bytes that wait to be taken by the other side. */
  buffered(): number
  close(code: number, reason: string): void
}

export interface Subscriber {
  readonly client: number
  /** Begins, or begins again, after event `cursor`; nothing is sent before. */
  start(client: number, cursor: number): void
  /** This push is answered on this socket: its events are left out. */
  expect(n: number): void
  /** Sends `frame` when every event up to `after` has been sent. To be called while `taken` tells the answers. */
  acknowledge(after: number, frame: string, n?: number): void
  leave(): void
}

/** `ms`: what a processor has spent on it. */
type Answered = (answer: PushAnswer, after: number, ms: number) => void

export interface Feed {
  /** `holder`: whose socket it is. */
  subscribe(outlet: Outlet, holder: string): Subscriber
  taken(message: TakenMessage): void
  /** Calls `answered` with the place of an answer, when the submission `id` has been taken. */
  await(id: number, answered: Answered): void
  forget(id: number): void
  /** The socket of a client, where it has one. */
  find(client: number): Subscriber | undefined
  /** The clients that this person has here. */
  clientsOf(holder: string): number[]
  readonly size: number
  closeAll(code: number, reason: string): void
  stop(): void
}

/** More waiting than this, and a socket is fed no more until it has taken some. */
const mostBuffered = 1024 * 1024
/** What is kept of the newest events, for those who are nearly there: none for more than twice `ms`, a server has many projects. */
const mostRecent = { events: 2000, bytes: 8 * 1024 * 1024, ms: 30_000 } as const
const gather = { least: 10, most: 50 } as const

interface SocketPlace extends Subscriber {
  holder: string
  client: number
  cursor: number
  started: boolean
  gone: boolean
  reading: boolean
  /** Read from the log, where the newest events do not reach back far enough. */
  log: Delivered[]
  mine: Set<number>
  acks: { after: number; frame: string; n: number | undefined }[]
  outlet: Outlet
  sent: number
  taken: number
  takenAt: number
}

/** `stuckAfter`: ms in which a socket that has something to take may take nothing of it; then it is cut off. */
export function openFeed(
  startsAt: number,
  read: (since: number, mostBytes: number) => Promise<Result<Delivered[]>>,
  stuckAfter = 30_000,
  now: () => number = () => performance.now(),
): Feed {
  const places = new Set<SocketPlace>()
  const waiting = new Map<number, Answered>()
  const frames = new Map<string, Buffer>()
  let recent: Delivered[] = []
  let recentBytes = 0
  let head = startsAt
  let flushed = Number.NEGATIVE_INFINITY
  let cost = 0
  let timer: NodeJS.Timeout | undefined

  const pump = (place: SocketPlace): void => {
    while (place.started && !place.gone && !place.reading && place.outlet.buffered() < mostBuffered) {
      const ack = place.acks[0]
      if (ack && ack.after <= place.cursor) {
        place.acks.shift()
        if (ack.n !== undefined) place.mine.delete(ack.n)
        send(place, ack.frame)
        continue
      }
      if (place.cursor >= head) return
      const events = upTo(place, Math.min(head, ack?.after ?? head))
      if (events.length === 0) {
        readLog(place)
        return
      }
      const frame = frameFor(place, events)
      place.cursor = events.at(-1)!.seq
      if (frame) send(place, frame)
    }
  }

  /** The next events for a place, as many as fit into one frame; none where they are not at hand. */
  const upTo = (place: SocketPlace, last: number): Delivered[] => {
    const from = place.cursor + 1
    if (place.log.length > 0 && (place.log.at(-1)?.seq ?? 0) < from) place.log = []
    const source = place.log.length > 0 ? place.log : recent
    const first = source[0]?.seq ?? Number.POSITIVE_INFINITY
    if (first > from) return []
    let bytes = 0
    let to = from - first
    for (; to < source.length && source[to]!.seq <= last; to += 1) {
      bytes += Math.min(source[to]!.json.length, socketBytes)
      if (bytes > socketBytes && to > from - first) break
    }
    return source.slice(from - first, to)
  }

  const frameFor = (place: SocketPlace, events: Delivered[]): Buffer | undefined => {
    const others = events.filter(({ client, n }) => client !== place.client || !place.mine.has(n))
    if (others.length === 0) return undefined
    if (others.length < events.length) return eventFrame(others)
    const key = `${events[0]!.seq}-${events.at(-1)!.seq}`
    const made = frames.get(key) ?? eventFrame(events)
    if (frames.size > 100) frames.clear()
    frames.set(key, made)
    return made
  }

  const send = (place: SocketPlace, frame: string | Buffer) => {
    place.sent += typeof frame === 'string' ? Buffer.byteLength(frame) : frame.length
    place.outlet.send(frame, () => {
      if (place.cursor < head || place.acks.length > 0) pump(place)
    })
  }

  const readLog = (place: SocketPlace): void => {
    place.reading = true
    const since = place.cursor
    void read(since, socketBytes).then((result) => {
      place.reading = false
      if (place.gone || place.cursor !== since) return pump(place)
      if ('problem' in result || result.ok[0]?.seq !== since + 1)
        return place.outlet.close(closeCodes.restart, 'the log does not reach back')
      place.log = result.ok
      pump(place)
    })
  }

  const flush = () => {
    timer = undefined
    const began = now()
    for (const place of places) pump(place)
    flushed = now()
    cost = flushed - began
    frames.clear()
  }

  const flushSoon = () => {
    if (timer) return
    const pause = cost < 1 ? 0 : Math.min(gather.most, Math.max(gather.least, cost * 4))
    const wait = flushed + pause - now()
    if (wait <= 0) flush()
    else timer = setTimeout(flush, wait)
  }

  const keepRecent = (events: readonly Delivered[]) => {
    recent.push(...events)
    for (const event of events) recentBytes += event.json.length
    let old = 0
    let bytes = recentBytes
    for (; recent.length - old > mostRecent.events || (bytes > mostRecent.bytes && old < recent.length); old += 1)
      bytes -= recent[old]!.json.length
    dropRecent(old)
  }

  const dropRecent = (count: number) => {
    for (const event of recent.slice(0, count)) recentBytes -= event.json.length
    if (count > 0) recent = recent.slice(count)
  }

  /** The head at the last look, and when that was. */
  let seen = { head: startsAt, at: now() }
  const dropOld = () => {
    if (now() - seen.at < mostRecent.ms) return
    const first = recent[0]?.seq ?? 0
    dropRecent(Math.min(recent.length, Math.max(0, seen.head + 1 - first)))
    seen = { head, at: now() }
  }

  const watchdog = setInterval(() => {
    dropOld()
    for (const place of places) {
      const taken = place.sent - place.outlet.buffered()
      if (taken > place.taken || place.outlet.buffered() === 0) {
        place.taken = Math.max(taken, place.taken)
        place.takenAt = now()
        if (!place.reading) pump(place)
      } else if (now() - place.takenAt > stuckAfter) place.outlet.close(closeCodes.slow, 'too slow')
    }
  }, 1000)
  watchdog.unref()

  const subscribe = (outlet: Outlet, holder: string): Subscriber => {
    const place: SocketPlace = {
      holder,
      client: 0,
      cursor: 0,
      started: false,
      gone: false,
      reading: false,
      log: [],
      mine: new Set(),
      acks: [],
      outlet,
      sent: 0,
      taken: 0,
      takenAt: now(),
      start: (client, cursor) => {
        for (const other of places) {
          if (other === place || !other.started || other.client !== client) continue
          // What was asked on a socket that its client has given up may come late.
          if (other.outlet.number > outlet.number) return outlet.close(closeCodes.normal, 'opened again')
          other.outlet.close(closeCodes.normal, 'opened again')
        }
        Object.assign(place, { client, cursor, started: true, log: [] })
        pump(place)
      },
      expect: (n) => place.mine.add(n),
      acknowledge: (after, frame, n) => {
        const behind = place.acks.findIndex((ack) => ack.after > after)
        place.acks.splice(behind < 0 ? place.acks.length : behind, 0, { after, frame, n })
      },
      leave: () => {
        place.gone = true
        places.delete(place)
      },
    }
    places.add(place)
    return place
  }

  return {
    subscribe,
    taken: (message) => {
      const due: (() => void)[] = []
      for (const { id, answer, events, ms } of message.items) {
        keepRecent(events)
        head = events.at(-1)?.seq ?? head
        const answered = waiting.get(id)
        waiting.delete(id)
        const seqs = answer.steps.flatMap((step) => ('seq' in step ? [step.seq] : []))
        const after = Math.max(...seqs, seqs.length > 0 ? 0 : head)
        if (answered) due.push(() => answered(answer, after, ms))
      }
      // All answers take their places before anything is sent: one must not be overtaken by the events behind it.
      for (const answered of due) answered()
      for (const place of places) if (place.acks.length > 0) pump(place)
      flushSoon()
    },
    await: (id, answered) => waiting.set(id, answered),
    forget: (id) => waiting.delete(id),
    find: (client) => [...places].find((place) => place.started && place.client === client),
    clientsOf: (holder) =>
      [...places].filter((place) => place.started && place.holder === holder).map(({ client }) => client),
    get size() {
      return places.size
    },
    closeAll: (code, reason) => {
      for (const place of places) place.outlet.close(code, reason)
    },
    stop: () => {
      clearInterval(watchdog)
      clearTimeout(timer)
    },
  }
}

const announced = ({ seq, json }: Delivered): string =>
  json.length > socketBytes ? `{"seq":${seq},"fetch":true}` : json

/** Never above `frameBytes`: the events of a frame are at most `socketBytes` characters, of at most three bytes each. */
function eventFrame(events: readonly Delivered[]): Buffer {
  const frame = Buffer.from(`{"status":200,"json_data":{"events":[${events.map(announced).join(',')}]}}`)
  return frame.length <= frameBytes
    ? frame
    : Buffer.from(
        `{"status":200,"json_data":{"events":[${events.map(({ seq }) => `{"seq":${seq},"fetch":true}`).join(',')}]}}`,
      )
}
