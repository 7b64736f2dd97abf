/** One account that wants the server for itself: on many sockets, each with some requests under way always, of the kinds that cost most to read or to answer. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Ear, type LoadSocket, openLoadSocket } from './loadSocket.ts'
import { openAll, rest } from './work.ts'

const many = (count: number, word: (i: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, i) => word(i)).join(between)

const removals = many(5000, (i) => `a${i}: quirkRemove(id: ${i + 1_000_000})`)
const ids = many(100_000, (i) => `${i + 1_000_000}`)

/**
 * What each is, as the rest of a frame behind its token. Of the mutations two are wrong at their end, so that they are read whole and no step
 * comes of them, and two are good: they hold the thread of their project for as long as it takes.
 */
const requests: readonly string[] = [
  { query: `query (${many(20_000, (i) => `$a${i}: Id`, ', ')}) { ping }` },
  { query: `{ quirkQueryList { ${'id '.repeat(300_000)}} }` },
  { query: `mutation { ${removals} b: none }` },
  { query: `mutation { highlightBatchRemove(ids: [${ids}, "none"]) }` },
  { query: `mutation { ${removals} }` },
  { query: `mutation { highlightBatchRemove(ids: [${ids}]) }` },
  { query: '{ highlightQueryList questionAnswerQueryList }' },
  { query: `{ ${many(20, (i) => `a${i}: highlightOverlapCount(quirkId1: 1, quirkId2: ${i + 1}) { count }`)} }` },
  {
    query: `mutation { quirkRemove(id: ${'['.repeat(200_000)}`,
    variables: { deep: JSON.parse('['.repeat(150) + ']'.repeat(150)) },
  },
].map((request) => JSON.stringify(request).slice(1))

/** Requests under way on each socket. */
const ahead = 3

export interface HostileWork {
  base: string
  token: string
  /** The project that it has open. */
  uuid: string
  sockets: number
}

/** Sends until its end. */
export async function sendHostile({ base, token, uuid, sockets: count }: HostileWork) {
  let answered = 0
  let sent = 0
  const next = (send: (text: string) => void) => {
    send(`{"msg_id":"h","auth":"${token}",${requests[sent % requests.length]}`)
    sent += 1
  }
  const heard: Ear['heard'] = (socket, { answer }) => {
    if (answer !== 'h') return
    answered += 1
    next(socket.send)
  }
  /** While the server is still at what it has sent before, it is not let in. */
  const admitted = async (): Promise<LoadSocket> => {
    try {
      return await openLoadSocket(base, token, uuid, { heard })
    } catch (error) {
      if (!String(error).includes('429')) throw error
      await rest(500)
      return admitted()
    }
  }
  const sockets = await openAll(count, admitted)
  for (const { send } of sockets) for (let i = 0; i < ahead; i += 1) next(send)
  return {
    /** Requests that were answered. */
    get answered() {
      return answered
    },
    end: () => {
      for (const socket of sockets) socket.cut()
    },
  }
}

export interface Hostile {
  /** Returns how many requests were answered. */
  end(): Promise<number>
}

/** Resolves when it has begun to send. */
export async function openHostile(work: HostileWork): Promise<Hostile> {
  const thread = new Worker(new URL('./hostile.thread.ts', import.meta.url), { workerData: work })
  const told = async () => (await once(thread, 'message'))[0] as unknown
  await told()
  return {
    end: async () => {
      thread.postMessage('end')
      const { answered } = (await told()) as { answered: number }
      await thread.terminate()
      return answered
    },
  }
}
