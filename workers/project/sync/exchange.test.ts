import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../src/model/problems.ts'
import type { Event, PushAnswer, Reply } from '../../../src/model/protocol.ts'
import type { Copy } from '../copy.ts'
import { type ExchangeParts, openExchange } from './exchange.ts'

const answer = { n: 7, steps: [{ seq: 3 }] } as unknown as PushAnswer
const event = (seq: number) => ({ seq, operations: [] }) as unknown as Event
const frame = (json_data: object, status = 200) => ({ status, json_data }) as unknown as Reply
const refusal = (problem: Problem) => frame({ errors: [{ message: '', problem }] }, 400)

/** A copy with one push, and a server that answers when the test says so. `large`: the push goes by HTTP. */
function between({ large = false } = {}) {
  const seen: string[] = []
  const asked: ((reply: Reply | null) => void)[] = []
  const called: ((response: Response | null) => void)[] = []
  const copy = {
    nextPush: () => ({ n: 7, body: large ? `"${'x'.repeat(2_000_000)}"` : '{}' }),
    acknowledge: () => {
      seen.push('settled')
      return 'done'
    },
    refusePush: (_: number, { kind }: Problem) => seen.push(`refused ${kind}`),
    receive: (events: readonly Event[]) => {
      seen.push(`received ${events.map(({ seq }) => seq)}`)
      return 'done'
    },
  } as unknown as Copy
  const connection: ExchangeParts['connection'] = {
    request: () => new Promise((resolve) => asked.push(resolve)),
    restart: () => void seen.push('opened anew'),
  }
  const exchange = openExchange({
    host: { uuid: 'u', call: () => new Promise((resolve) => called.push(resolve)) },
    connection,
    open: () => copy,
    noteAccess: () => {},
    people: () => {},
    warn: ({ kind }) => seen.push(`warned ${kind}`),
    failed: (error) => seen.push(String(error)),
  })
  const rest = async () => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve()
  }
  return { seen, asked, called, exchange, rest }
}

describe('a push', () => {
  it('that comes on a socket that is another client’s is not refused: it goes over the next', async () => {
    const { seen, asked, exchange, rest } = between()
    exchange.send()
    asked[0]?.(refusal({ kind: 'socketClosed' }))
    await rest()
    expect(seen).toEqual(['opened anew'])
  })

  it('that the room cannot read is refused', async () => {
    const { seen, asked, exchange, rest } = between()
    exchange.send()
    asked[0]?.(refusal({ kind: 'badRequest', detail: '' }))
    await rest()
    expect(seen).toEqual(['refused badRequest'])
  })

  it('by HTTP whose socket is gone meanwhile is not refused', async () => {
    const { seen, called, exchange, rest } = between({ large: true })
    exchange.send()
    called[0]?.(Response.json({ problem: { kind: 'socketClosed' } }, { status: 409 }))
    await rest()
    expect(seen).toEqual(['opened anew'])
  })

  it('is sent again after its socket is gone, and the answers of before are none', async () => {
    for (const large of [false, true]) {
      const { seen, asked, called, exchange, rest } = between({ large })
      const sent = large ? called : asked
      exchange.send()
      exchange.interrupt()
      exchange.send()
      expect(sent).toHaveLength(2)
      if (large) called[0]?.(null)
      else asked[0]?.(frame({ push: answer }))
      await rest()
      expect(seen).toEqual([])
      exchange.send()
      expect(sent).toHaveLength(2)
    }
  })
})

describe('a large event', () => {
  const announced = frame({ events: [{ seq: 4, fetch: true }] })

  it('is fetched, and what comes meanwhile waits for it', async () => {
    const { seen, called, exchange, rest } = between()
    exchange.take(announced)
    exchange.take(frame({ events: [event(5)] }))
    await rest()
    expect(seen).toEqual([])
    called[0]?.(Response.json({ events: [event(4)] }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(seen).toEqual(['received 4', 'received 5'])
  })

  it('that is cut in its middle opens the project anew', async () => {
    const { seen, called, exchange, rest } = between()
    exchange.take(announced)
    await rest()
    called[0]?.(new Response('{"events":[{"se'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(seen).toEqual(['opened anew'])
  })

  it('that never comes holds up nothing of the next socket, and is not received when it does', async () => {
    const { seen, called, exchange, rest } = between()
    exchange.take(announced)
    await rest()
    exchange.interrupt()
    exchange.take(frame({ events: [event(4), event(5)] }))
    await rest()
    expect(seen).toEqual(['received 4,5'])
    called[0]?.(Response.json({ events: [event(4)] }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(seen).toEqual(['received 4,5'])
  })
})
