/** The worker that owns a project in this browser: connects its core to OPFS, the socket and the tabs' ports. */
import * as Comlink from 'comlink'
import type { Call } from '../src/model/commands.ts'
import { buffersOf } from '../src/model/packedHighlights.ts'
import { signalsIn } from '../src/model/signals.ts'
import { openCopies } from '../wasm/database/boot/browserCopies.ts'
import { loadKernels } from '../wasm/database/boot/browserKernels.ts'
import type { Db } from '../wasm/database/db.ts'
import type { ProjectApi } from './project/api.ts'
import type { Answer, ProjectHost } from './project/host.ts'
import { pendingCount } from './project/pending/pending.ts'
import { openProject } from './project/project.ts'
import { setAsideCount, waitingFile } from './project/setAside/setAside.ts'
import type { HandedOver } from './project/sync/carryOver.ts'
import { type ConnectionHost, ticketOf } from './project/sync/connection.ts'
import { type HeldToken, holdToken, withToken } from './project/sync/heldToken.ts'
import { readSnapshot } from './project/sync/snapshot.ts'

export interface ProjectStart {
  uuid: string
  /** Under which name the copy lies in this browser; left out: the uuid. */
  copy?: string
  name: string
  author: string
  /** Of the server that served the page: `https://host:port`, and the path under which a proxy has it. */
  server: string
  /** The same of where its tickets and its socket are. */
  regional: string
  token: string
  /** Of `src/model/signals.ts`, where the browser shares memory. */
  signals?: SharedArrayBuffer
  /** What the worker before this one has left, whose copy was lost. */
  handedOver?: HandedOver
}

/** What a worker says to the page that owns it when its copy is lost. */
export interface Renewal {
  handedOver: HandedOver
}

const after = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

type Reach = (path: string, init?: RequestInit, at?: string) => Promise<Response>

/** Calls the server with the token; where that has run out, once more with another. */
function reaching({ server }: ProjectStart, tokens: HeldToken): Reach {
  return (path, init = {}, at = server) =>
    withToken(tokens, (token) =>
      fetch(at + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
    )
}

function socketHost({ regional }: ProjectStart, tokens: HeldToken, reach: Reach): ConnectionHost {
  return {
    token: tokens.now,
    now: () => Date.now(),
    random: Math.random,
    after,
    ticket: async () => ticketOf(await reach('/v1/thicket/ticket', {}, regional)),
    open: (ticket, events) => {
      const socket = new WebSocket(`${regional.replace(/^http/, 'ws')}/v1/thicket?ticket=${encodeURIComponent(ticket)}`)
      socket.onopen = () => events.opened()
      socket.onmessage = ({ data }) => events.message(String(data))
      socket.onclose = ({ code }) => events.closed(code)
      // The browser takes only 1000 and 3000–4999 from a page.
      return { send: (text) => socket.send(text), close: (code) => socket.close(code) }
    },
  }
}

const snapshotReader =
  ({ uuid }: ProjectStart, reach: Reach) =>
  (headers: Record<string, string>, signal: AbortSignal) =>
    reach(`/v1/thicket/projects/${uuid}/snapshot`, { headers, signal })

async function call(
  reach: Reach,
  path: string,
  { method, body }: { method?: string; body?: string | FormData } = {},
): Promise<Answer | null> {
  try {
    return await reach(path, {
      ...(method && { method }),
      ...(body && { body }),
      ...(typeof body === 'string' && { headers: { 'content-type': 'application/json' } }),
    })
  } catch {
    return null
  }
}

/** What is packed in columns goes to the page without being copied; a watch that ends closes its port. */
function handingOver(api: ProjectApi): ProjectApi {
  const handOver = <T extends object>(posted: T): T => Comlink.transfer(posted, buffersOf(posted))
  const ports = new Map<number, () => void>()
  /** The page keeps all that its listener knows of, as an editor that it has left, as long as the port to it is open. */
  const listening = async (post: object, watch: Promise<number>): Promise<number> => {
    const number = await watch
    ports.set(number, () => (post as Comlink.ProxyMethods)[Comlink.releaseProxy]())
    return number
  }
  return {
    ...api,
    runAll: async (tab, call, calls, title) => api.runAll(tab, call, await Promise.all(calls.map(withBytes)), title),
    ask: async (query, args) => handOver(await api.ask(query, args)),
    watch: (query, args, post) =>
      listening(
        post,
        api.watch(query, args, (posted) => post(handOver(posted))),
      ),
    watchAnalysis: (query, args, post) =>
      listening(
        post,
        api.watchAnalysis(query, args, (answer) =>
          post('ok' in answer ? Comlink.transfer(answer, arraysOf(answer.ok)) : answer),
        ),
      ),
    unwatch: async (number) => {
      await api.unwatch(number)
      ports.get(number)?.()
      ports.delete(number)
    },
  }
}

/** What an import has written lies with the browser until now. */
async function withBytes(call: Call): Promise<Call> {
  const { command, args } = call
  if (command === 'importProject') return { ...call, args: { ...args, rows: await bytesOf(args.rows) } }
  if (command !== 'mergeProjects') return call
  const others = args.others.map(async (other) => ({ ...other, rows: await bytesOf(other.rows) }))
  return { ...call, args: { ...args, others: await Promise.all(others) } }
}

const bytesOf = async <R>(rows: R | Blob): Promise<R | Uint8Array> =>
  rows instanceof Blob ? new Uint8Array(await rows.arrayBuffer()) : rows

const arraysOf = (value: object): Transferable[] =>
  Object.values(value).flatMap((part) => (ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : []))

/** Not on a phone, nor where the browser says that the device has little memory (in GB; some do not say). */
function isRoomy(): boolean {
  const device: Navigator & { deviceMemory?: number } = navigator as never
  return (device.deviceMemory ?? 4) >= 4 && !/Mobi|Android/.test(device.userAgent)
}

/** A message to itself comes after those that wait already. */
function turns(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port2.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      port1.postMessage(null)
    })
}

async function start(options: ProjectStart): Promise<ProjectApi> {
  const tokens = holdToken(options.token, after)
  const reach = reaching(options, tokens)
  const host: ProjectHost = {
    ...socketHost(options, tokens, reach),
    tokens,
    uuid: options.uuid,
    store: await openCopies(options.copy ?? options.uuid),
    call: (path, init) => call(reach, path, init),
    snapshot: (progress, signal) => readSnapshot({ read: snapshotReader(options, reach), after }, progress, signal),
    kernels: loadKernels,
    isRoomy: isRoomy(),
    turn: turns(),
    signals: signalsIn(options.signals),
    renew: (handedOver) => postMessage({ handedOver } satisfies Renewal),
    report: (error) => reportError(error),
  }
  const opened = openProject(host, options)
  await opened.ready
  const api = handingOver(opened.api)
  // Other tabs' ports come through the page that owns this worker.
  addEventListener('message', ({ data, ports }) => {
    if (data === 'port' && ports[0]) Comlink.expose(api, ports[0])
  })
  return Comlink.proxy(api)
}

/** What waits in a copy that nobody has open. */
const waiting = (copy: string): Promise<{ waiting: number; setAside: number }> =>
  lookInto(copy, { waiting: 0, setAside: 0 }, (db) => ({
    waiting: pendingCount(db),
    setAside: setAsideCount(db),
  }))
const waitingAsFile = (copy: string): Promise<string> => lookInto(copy, '[]', waitingFile)

async function lookInto<T>(copy: string, nothing: T, look: (db: Db) => T): Promise<T> {
  const copies = await openCopies(copy)
  try {
    const db = await copies.open()
    if (!db) return nothing
    try {
      return look(db)
    } finally {
      db.close()
    }
  } finally {
    copies.letGo()
  }
}

export type ProjectWorker = { start: typeof start; waiting: typeof waiting; waitingAsFile: typeof waitingAsFile }
Comlink.expose({ start, waiting, waitingAsFile } satisfies ProjectWorker)
