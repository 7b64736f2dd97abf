/** A client on the socket that keeps all it gets, in order, and checks that its events follow each other. */
import { WebSocket } from 'ws'
import type { Operation } from '../../src/model/operations.ts'
import {
  type AnnouncedEvent,
  type Event,
  type Opened,
  type PushAnswer,
  protocolVersion,
  type Reply,
} from '../../src/model/protocol.ts'
import { mutationText } from '../../src/model/wireText.ts'

export interface SocketClient {
  readonly socket: WebSocket
  readonly frames: Reply[]
  /** Events and own steps, as they came. */
  readonly seqs: number[]
  readonly closed: Promise<number>
  client: number
  epoch: string
  head: number
  ask(query: string, variables?: Record<string, unknown>): Promise<Reply>
  open(uuid: string, since?: number): Promise<Opened>
  push(n: number, operations: Operation[][]): Promise<PushAnswer>
  raw(request: object): Promise<Reply>
}

export interface Address {
  base: string
  secret: string
}

export async function ticketOf({ base, secret }: Address): Promise<string> {
  const response = await fetch(`${base}/v1/thicket/ticket`, { headers: { authorization: `Bearer ${secret}` } })
  return ((await response.json()) as { ticket: string }).ticket
}

export async function connect(address: Address): Promise<SocketClient> {
  const { base, secret } = address
  const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/thicket?ticket=${await ticketOf(address)}`, {
    origin: base,
  })
  const waiting = new Map<string, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>()
  let last = 0
  const client: SocketClient = {
    socket,
    frames: [],
    seqs: [],
    closed: new Promise((resolve) => socket.on('close', resolve)),
    client: 0,
    epoch: '',
    head: 0,
    raw: (request) => {
      last += 1
      const msg_id = `i_${last}`
      return new Promise((resolve, reject) => {
        waiting.set(msg_id, { resolve, reject })
        // Nothing is said of it where the socket has been closed before.
        socket.send(JSON.stringify({ msg_id, auth: secret, ...request }), (error) => error && reject(error))
      })
    },
    ask: (query, variables = {}) => client.raw({ query, variables }),
    open: async (uuid, since = 0) => {
      const query =
        'query ($uuid: String!, $client: Whole, $epoch: String, $since: Whole, $protocol: Whole) { dbOpen(uuid: $uuid, client: $client, epoch: $epoch, since: $since, protocol: $protocol) }'
      const variables = { uuid, client: client.client, epoch: client.epoch, since, protocol: protocolVersion }
      const opened = (await client.ask(query, variables)).json_data.data?.dbOpen as Opened
      Object.assign(client, { client: opened.client, epoch: opened.epoch, head: opened.head })
      return opened
    },
    push: async (n, operations) => {
      const steps = operations.map((step) => ({ ...mutationText(step), versions: {} }))
      const reply = await client.raw({ push: { client: client.client, n, base: client.head }, steps })
      if (!reply.json_data.push) throw new Error(JSON.stringify(reply))
      return reply.json_data.push
    },
  }
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as Reply
    client.frames.push(reply)
    // Opened (again): from here on the events follow the place that was named.
    if (reply.json_data.data?.dbOpen) client.seqs.length = 0
    client.seqs.push(
      ...(reply.json_data.events ?? []).map(({ seq }: Event | AnnouncedEvent) => seq),
      ...seqsOf(reply.json_data.push),
    )
    if (!reply.msg_id) return
    waiting.get(reply.msg_id)?.resolve(reply)
    waiting.delete(reply.msg_id)
  })
  socket.on('close', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the socket was closed with ${code}`))
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  return client
}

const seqsOf = (answer: PushAnswer | undefined): number[] =>
  (answer?.steps ?? []).flatMap((step) => ('seq' in step ? [step.seq] : []))

/** A new quirk as a client's copy sends it. */
export const quirk = (id: number, title = `quirk ${id}`): Operation => ({
  name: 'quirkCreateOrUpdate',
  args: {
    id,
    title,
    description: '',
    color: '#112233',
    x: 0,
    y: 0,
    parentQuirkId: -1,
    author: 'Ann',
    timestamp: 1,
    create: true,
  },
})
