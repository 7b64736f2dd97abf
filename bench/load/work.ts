/** What people do under load: open a project, beat, and change something at a rate; and what is counted of it. */
import { mutationText } from '../../src/model/wireText.ts'
import { type Latencies, openLatencies } from './latencies.ts'
import { type Ear, type LoadSocket, openLoadSocket } from './loadSocket.ts'
import type { LoadedServer } from './server.ts'

export interface Editor {
  socket: LoadSocket
  token: string
  /** The name that the person's rows bear. */
  author: string
  n: number
  /** When the push that waits for its answer was sent; one is under way at a time. */
  sentAt: number
  /** When the last one was sent. */
  lastAt: number
}

export interface Tally {
  ear: Ear
  /** By their sockets. */
  editors: Map<LoadSocket, Editor>
  /** From the writer's sending to each other's receipt. */
  delivered: Latencies
  /** To the writer's own answer. */
  answered: Latencies
  refused: number
}

export function openTally(): Tally {
  const delivered = openLatencies()
  const answered = openLatencies()
  const editors: Tally['editors'] = new Map()
  const tally: Tally = {
    delivered,
    answered,
    refused: 0,
    editors,
    ear: {
      heard: (socket, { own, sentAt, answer }) => {
        const at = performance.now()
        const editor = editors.get(socket)
        if (editor && answer?.startsWith('p')) {
          if (own.length === 0) tally.refused += 1
          answered.add(at - editor.sentAt)
          editor.sentAt = 0
        } else for (const sent of sentAt) delivered.add(at - sent)
      },
    },
  }
  return tally
}

/** Several at a time, so that a thousand tries do not time out in a queue. */
export async function openAll<T>(count: number, open: (i: number) => Promise<T>, atOnce = 50): Promise<T[]> {
  const made: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(atOnce, count) }, async () => {
      while (next < count) {
        const i = next
        next += 1
        made[i] = await open(i)
      }
    }),
  )
  return made
}

export async function openEditor(
  server: Pick<LoadedServer, 'base' | 'tokens' | 'authorOf'>,
  person: number,
  uuid: string,
  tally: Tally,
): Promise<Editor> {
  const { base, tokens, authorOf } = server
  const token = tokens[person] ?? ''
  const socket = await openLoadSocket(base, token, uuid, tally.ear)
  const editor = { socket, token, author: authorOf(person), n: 0, sentAt: 0, lastAt: 0 }
  tally.editors.set(socket, editor)
  return editor
}

let lastId = 1_000_000

/** One new quirk, unless the one before is not answered yet; false then. Its title says when. */
export function edit(editor: Editor): boolean {
  if (editor.sentAt !== 0 || editor.socket.closed) return false
  lastId += 1
  editor.n += 1
  editor.sentAt = performance.now()
  editor.lastAt = editor.sentAt
  const { query, variables } = mutationText([
    {
      name: 'quirkCreateOrUpdate',
      args: {
        id: lastId,
        title: `at ${editor.sentAt} ${lastId}`,
        description: '',
        color: '#112233',
        x: 0,
        y: 0,
        parentQuirkId: -1,
        author: editor.author,
        timestamp: 1,
        create: true,
      },
    },
  ])
  const { client, head } = editor.socket
  const push = { client, n: editor.n, base: head }
  editor.socket.send(
    JSON.stringify({ msg_id: `p${editor.n}`, auth: editor.token, push, steps: [{ query, variables, versions: {} }] }),
  )
  return true
}

const beatEvery = 10_000

/** A ping every 10 s from each, spread over the time. Returns the function that stops it. */
export function beat(sockets: readonly LoadSocket[], tokens: readonly string[]): () => void {
  const parts = 100
  let part = 0
  const timer = setInterval(() => {
    for (let i = part; i < sockets.length; i += parts)
      if (!sockets[i]?.closed)
        sockets[i]?.send(JSON.stringify({ msg_id: 'b', auth: tokens[i], query: '{ ping }', variables: {} }))
    part = (part + 1) % parts
  }, beatEvery / parts)
  return () => clearInterval(timer)
}

/** Calls `act` so many times a second for some seconds, as evenly as timers go. */
export async function atRate(perSecond: number, seconds: number, act: (i: number) => void): Promise<void> {
  const began = performance.now()
  let done = 0
  const all = perSecond * seconds
  while (done < all) {
    const due = Math.min(all, ((performance.now() - began) / 1000) * perSecond)
    for (; done < due; done += 1) act(done)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

export const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function until(holds: () => boolean, within: number): Promise<boolean> {
  const began = performance.now()
  while (!holds()) {
    if (performance.now() - began > within) return false
    await rest(20)
  }
  return true
}
