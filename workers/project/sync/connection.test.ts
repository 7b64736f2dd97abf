import { describe, expect, it } from 'vitest'
import { type ConnectionParts, openConnection, type SocketEvents, ticketOf } from './connection.ts'
import type { Event } from './nextConnection.ts'

/** A host whose time moves when the test says so. Tickets: null: refused; `away`: nobody answers. */
function fakeHost(tickets: (string | null)[] = []) {
  let time = 0
  /** How far the clock on the wall is off. */
  let off = 0
  let timers: { at: number; run: () => void }[] = []
  const sockets: { ticket: string; events: SocketEvents; sent: string[]; closed: number | undefined }[] = []
  const seen: string[] = []
  /** What happens in the midst of that, as soon as it is seen. */
  let then: { what: string; event: Event } | null = null
  const nothing = () => {}
  const parts: ConnectionParts = {
    enter: () => seen.push('opened'),
    pushed: () => seen.push('pushed'),
    interrupt: ({ why }) => {
      seen.push(why === 'gaveUp' ? 'gave up' : `lost ${why}`)
      if (seen.at(-1) === then?.what) tell(then.event)
    },
    warn: ({ problem }) => seen.push(problem.kind === 'noTicket' ? 'no ticket' : problem.kind),
    ...{ meet: nothing, send: nothing, load: nothing, stopLoading: nothing, giveUpCopy: nothing, handOn: nothing },
    ...{ setAside: nothing, keepAccess: nothing, show: nothing, showAccess: nothing, tellAccess: nothing },
  }
  let asked = 0
  const { tell, request } = openConnection(
    {
      ticket: async () => {
        if (tickets[asked] === 'away') throw new Error(`nobody is there at ${asked++}`)
        return tickets[asked++] ?? (tickets.length > 0 && asked <= tickets.length ? null : `t${asked}`)
      },
      open: (ticket, socketEvents) => {
        const socket = { ticket, events: socketEvents, sent: [] as string[], closed: undefined as number | undefined }
        sockets.push(socket)
        return {
          send: (text) => socket.sent.push(text),
          close: (code) => {
            socket.closed = code
          },
        }
      },
      token: () => 'secret',
      random: () => 0,
      now: () => time + off,
      after: (milliseconds, run) => {
        const timer = { at: time + milliseconds, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
    },
    parts,
  )
  const connection = {
    start: () => tell({ is: 'started' }),
    environment: (environment: { online: boolean; focused: boolean }) => tell({ is: 'environment', ...environment }),
    restart: () => tell({ is: 'missed', after: 0 }),
    once: (what: string, event: Event) => {
      then = { what, event }
    },
    request,
  }
  const settle = async () => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve()
  }
  const pass = async (milliseconds: number) => {
    const until = time + milliseconds
    for (;;) {
      await settle()
      const next = timers.toSorted((a, b) => a.at - b.at)[0]
      if (!next || next.at > until) break
      time = next.at
      timers = timers.filter((other) => other !== next)
      next.run()
    }
    time = until
    await settle()
  }
  const putBack = (milliseconds: number) => {
    off -= milliseconds
  }
  return { connection, sockets, seen, pass, putBack, last: () => sockets.at(-1) as (typeof sockets)[0] }
}

describe('1 §4 realtime connection', () => {
  it('gets a one-time ticket, then opens the socket with it; a new one for each socket', async () => {
    const { connection, sockets, pass, last, seen } = fakeHost()
    connection.start()
    await pass(0)
    expect(last().ticket).toBe('t1')
    last().events.opened()
    last().events.closed(1006)
    await pass(10)
    expect(sockets.map(({ ticket }) => ticket)).toEqual(['t1', 't2'])
    expect(seen).toEqual(['opened', 'lost broken'])
  })

  it('numbers requests i_{n} and matches replies by msg_id', async () => {
    const { connection, pass, last } = fakeHost()
    connection.start()
    await pass(0)
    last().events.opened()
    const first = connection.request('{ ping }', {})
    const second = connection.request(null, {}, '{"push":{"n":1}}')
    const sent = last().sent.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(sent).toEqual([
      { msg_id: 'i_1', auth: 'secret', query: '{ ping }', variables: {} },
      { msg_id: 'i_2', auth: 'secret', push: { n: 1 } },
    ])
    last().events.message(JSON.stringify({ msg_id: 'i_2', status: 200, json_data: {} }))
    last().events.message(JSON.stringify({ msg_id: 'i_1', status: 500, json_data: {} }))
    expect((await first)?.status).toBe(500)
    expect((await second)?.status).toBe(200)
  })

  it('pings every 10 s and reconnects after 30 s of silence; requests that wait are answered with null', async () => {
    const { connection, sockets, pass, last, seen } = fakeHost()
    connection.start()
    await pass(0)
    last().events.opened()
    const waiting = connection.request('{ ping }', {})
    await pass(10_000)
    last().events.message(JSON.stringify({ status: 200, json_data: {} }))
    expect(last().sent).toHaveLength(2)
    await pass(29_000)
    expect(sockets).toHaveLength(1)
    await pass(2000)
    expect(await waiting).toBeNull()
    expect(sockets).toHaveLength(2)
    expect(seen).toEqual(['opened', 'pushed', 'lost broken'])
  })

  it('does what comes while it is at work afterwards, in its turn', async () => {
    const { connection, sockets, pass, last, seen } = fakeHost()
    connection.start()
    await pass(0)
    last().events.opened()
    // Whoever hears of the loss ends it all: nothing is tried after that.
    connection.once('lost broken', { is: 'disposed' })
    last().events.closed(1006)
    await pass(60_000)
    expect([seen, sockets.length]).toEqual([['opened', 'lost broken'], 1])
  })

  it('notices silence though the clock is put back meanwhile', async () => {
    const { connection, sockets, pass, putBack, last, seen } = fakeHost()
    connection.start()
    await pass(0)
    last().events.opened()
    await pass(9000)
    putBack(3 * 3_600_000)
    await pass(45_000)
    expect(sockets).toHaveLength(2)
    expect(seen).toEqual(['opened', 'lost broken'])
  })

  it('opened anew on its own wish, it says that the socket is lost', async () => {
    const { connection, sockets, pass, last, seen } = fakeHost()
    connection.start()
    await pass(0)
    last().events.opened()
    const waiting = connection.request('{ ping }', {})
    connection.restart()
    expect(await waiting).toBeNull()
    await pass(0)
    expect(sockets.map(({ closed }) => closed)).toEqual([3000, undefined])
    expect(seen).toEqual(['opened', 'lost broken'])
  })

  it('gives up after five attempts, 3 s apart, without a ticket', async () => {
    const { connection, sockets, pass, seen } = fakeHost([null, null, null, null, null, null, null])
    connection.start()
    await pass(14_000)
    expect(seen).toEqual(['no ticket'])
    await pass(3000)
    expect(seen).toEqual(['no ticket', 'gave up'])
    expect(sockets).toHaveLength(0)
  })

  it('1 §8: says once that there is no ticket, and again after a socket was open; a server that is away is not that', async () => {
    const { connection, pass, last, seen } = fakeHost(['away', null, null, 't4', null])
    connection.start()
    await pass(2000)
    expect(seen).toEqual([])
    await pass(10_000)
    expect(seen).toEqual(['no ticket'])
    last().events.opened()
    last().events.closed(1006)
    await pass(3000)
    expect(seen).toEqual(['no ticket', 'opened', 'lost broken', 'no ticket'])
  })

  it('counts attempts only while the browser is online, and comes back with it', async () => {
    const { connection, sockets, pass, seen } = fakeHost([null, null, null])
    connection.start()
    await pass(1000)
    connection.environment({ online: false, focused: true })
    await pass(600_000)
    expect(seen).toEqual(['no ticket'])
    connection.environment({ online: true, focused: true })
    await pass(10_000)
    expect(sockets).toHaveLength(1)
  })

  it.each([
    [4001, 'lost ended'],
    [1012, 'lost restarts'],
  ])('tries without an end once the other side has said %i as it goes, and comes back with it', async (code, lost) => {
    const { connection, sockets, pass, last, seen } = fakeHost(['t', ...Array.from({ length: 20 }, () => 'away')])
    connection.start()
    await pass(0)
    last().events.opened()
    last().events.closed(code)
    await pass(60_000)
    expect([seen, sockets.length]).toEqual([['opened', lost], 1])
    for (let n = 0; n < 60 && sockets.length === 1; n += 1) await pass(1000)
    last().events.opened()
    last().events.closed(1006)
    await pass(0)
    expect(seen).toEqual(['opened', lost, 'opened', 'lost broken'])
  })

  it('is silent at 1000 and 1005, resets at 4000, reconnects at others: at once with the focus, else when it comes', async () => {
    for (const [code, expected, again] of [
      [1000, 'lost silent', false],
      [1005, 'lost silent', false],
      [4000, 'lost reset', false],
      [1012, 'lost restarts', true],
      [4008, 'lost broken', true],
    ] as const) {
      const { connection, sockets, pass, last, seen } = fakeHost()
      connection.start()
      await pass(0)
      last().events.opened()
      last().events.closed(code)
      await pass(60_000)
      expect(seen, String(code)).toEqual(['opened', expected])
      expect(sockets.length > 1, String(code)).toBe(again)
    }
    const { connection, sockets, pass, last } = fakeHost()
    connection.start()
    await pass(0)
    last().events.opened()
    connection.environment({ online: true, focused: false })
    last().events.closed(1006)
    await pass(60_000)
    expect(sockets).toHaveLength(1)
    connection.environment({ online: true, focused: true })
    await pass(0)
    expect(sockets).toHaveLength(2)
  })
})

describe('an answer to who asks for a ticket', () => {
  const answered = (status: number, body: object = { ticket: 't' }) => ticketOf({ status, json: async () => body })

  it('says that a second factor is demanded first', async () => {
    const problem = { kind: 'factorDemanded' }
    expect(await answered(403, { problem })).toEqual(problem)
  })

  it('is one, none, or that nobody is there who could give it', async () => {
    expect(await answered(200)).toBe('t')
    expect(await answered(403)).toBeNull()
    expect(await answered(500)).toBeNull()
    for (const status of [401, 502, 503, 504]) await expect(answered(status)).rejects.toThrow(`${status}`)
  })
})
