/**
 * The connection over a real network that is cut, stands still without a word, is slow or refuses: one socket at a time, found again
 * by itself. Twenty times as fast as in life.
 */
import { get } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket as NetSocket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { seeded } from '../../../fixtures/testing/randomWork.ts'
import { type Served, serve } from '../../../server/testing/serve.ts'
import { type Connection, openConnection } from './connection.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, i) => Number(process.env.SEED ?? 1) + i)
const speed = 20

/** `refuses`: nobody answers; `stands`: connections stay and nothing goes over them; else ms that each piece takes. */
type State = 'refuses' | 'stands' | number

function openNetwork(to: number) {
  const pairs = new Set<NetSocket>()
  let state: State = 0
  const network = createServer((near) => {
    if (state === 'refuses') {
      near.destroy()
      return
    }
    const far = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        pairs.delete(from)
        into.destroy()
      })
      from.on('data', (piece) => {
        if (state === 'stands') return
        setTimeout(() => into.writable && into.write(piece), state === 'refuses' ? 0 : state)
      })
    }
  })
  return {
    listen: () =>
      new Promise<number>((resolve) =>
        network.listen(0, '127.0.0.1', () => resolve((network.address() as AddressInfo).port)),
      ),
    become: (next: State) => {
      state = next
      if (next === 'refuses') for (const socket of pairs) socket.destroy()
    },
    close: () => {
      for (const socket of pairs) socket.destroy()
      network.close()
    },
  }
}

let served: Served
let network: ReturnType<typeof openNetwork>
let connection: Connection
beforeEach(async () => {
  served = await serve()
  network = openNetwork(served.port)
})
afterEach(async () => {
  connection.tell({ is: 'disposed' })
  network.close()
  await served.end()
})

/** As the page asks for it, by the server's own name; a browser that hears nothing gives up some time. */
const ticketOver = (port: number) =>
  new Promise<string | null>((resolve) => {
    const headers = { host: new URL(served.base).host, authorization: `Bearer ${served.secret}` }
    const asked = get(
      { host: '127.0.0.1', port, path: '/v1/thicket/ticket', headers, timeout: 300 },
      async (answer) => {
        let text = ''
        for await (const part of answer) text += part
        resolve((JSON.parse(text) as { ticket: string }).ticket)
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
  })

/** A worker's connection on that network; what it has seen and how many sockets it had at once. */
async function begin(random: () => number) {
  const port = await network.listen()
  const seen = { opened: 0, lost: 0, gaveUp: 0, most: 0, attempts: 0 }
  const live = new Set<WebSocket>()
  const after = (milliseconds: number, run: () => void) => {
    const timer = setTimeout(run, milliseconds / speed)
    return () => clearTimeout(timer)
  }
  connection = openConnection(
    {
      token: () => served.secret,
      random,
      after,
      now: () => performance.now() * speed,
      ticket: () => {
        seen.attempts += 1
        return ticketOver(port)
      },
      open: (ticket, events) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/thicket?ticket=${ticket}`, {
          headers: { host: new URL(served.base).host },
          origin: served.base,
        })
        live.add(socket)
        seen.most = Math.max(seen.most, live.size)
        socket.on('open', () => events.opened())
        socket.on('message', (data) => events.message(String(data)))
        socket.on('error', () => {})
        socket.on('close', (code) => {
          live.delete(socket)
          events.closed(code)
        })
        return {
          send: (text) => socket.readyState === socket.OPEN && socket.send(text),
          close: (code) => {
            live.delete(socket)
            if (socket.readyState === socket.OPEN) socket.close(code)
            else socket.terminate()
          },
        }
      },
    },
    {
      ...{ send: nothing, load: nothing, stopLoading: nothing, giveUpCopy: nothing, handOn: nothing, warn: nothing },
      ...{
        meet: nothing,
        setAside: nothing,
        keepAccess: nothing,
        show: nothing,
        showAccess: nothing,
        tellAccess: nothing,
      },
      pushed: nothing,
      // The project is open at once.
      enter: () => {
        seen.opened += 1
        connection.tell({ is: 'keeps', keeps: { copy: 'here' } })
        connection.tell({
          is: 'entered',
          opened: { status: 'open', protocol: 1, name: '', client: 1, epoch: 'e', head: 0 },
        })
      },
      interrupt: ({ why }) => {
        if (why === 'gaveUp') seen.gaveUp += 1
        else seen.lost += 1
      },
    },
  )
  connection.tell({ is: 'started' })
  // One that is asked before the socket is open is not sent.
  const answers = () =>
    Promise.race([
      connection.request('{ ping }', {}).then((reply) => reply?.status === 200),
      wait(200).then(() => false),
    ])
  return { seen, answers }
}

const nothing = () => {}
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('1 §4 on a real network', () => {
  it('what stands still without a word is noticed by its silence, and left', async () => {
    const { seen, answers } = await begin(() => 0)
    await expect.poll(answers).toBe(true)
    network.become('stands')
    // 30 s of silence, and a beat to see it.
    await expect.poll(() => seen.lost).toBe(1)
    network.become(0)
    await expect.poll(answers).toBe(true)
    expect(seen.most).toBe(1)
  })

  it('where nobody answers it gives up after five attempts; a wish begins anew', async () => {
    const { seen, answers } = await begin(() => 0)
    await expect.poll(answers).toBe(true)
    network.become('refuses')
    await expect.poll(() => seen.gaveUp).toBe(1)
    expect(seen.attempts).toBe(1 + 5)
    network.become(0)
    await wait(100)
    expect(seen.opened).toBe(1)
    connection.tell({ is: 'wished' })
    await expect.poll(answers).toBe(true)
  })

  it('offline no attempt is made and none is counted', async () => {
    const { seen, answers } = await begin(() => 0)
    await expect.poll(answers).toBe(true)
    connection.tell({ is: 'environment', online: false, focused: true })
    await wait(500)
    expect([seen.attempts, seen.gaveUp]).toEqual([1, 0])
    connection.tell({ is: 'environment', online: true, focused: true })
    await expect.poll(answers).toBe(true)
  })

  it.each(seeds)('it finds back from whatever comes, with one socket at a time: seed %i', async (seed) => {
    const random = seeded(seed)
    const { seen, answers } = await begin(random)
    for (let i = 0; i < 12; i += 1) {
      network.become((['refuses', 'stands', 0, 5, 40] as const)[Math.floor(random() * 5)] ?? 0)
      await wait(random() * 120)
      if (random() < 0.2) connection.tell({ is: 'environment', online: random() < 0.5, focused: random() < 0.5 })
    }
    network.become(0)
    connection.tell({ is: 'environment', online: true, focused: true })
    if (seen.gaveUp > 0) connection.tell({ is: 'wished' })
    await expect.poll(answers).toBe(true)
    expect(seen.most).toBe(1)
  })
})
