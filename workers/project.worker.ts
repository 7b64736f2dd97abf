/** The worker that owns a project in this browser: connects its core to OPFS, the socket and the tabs' ports. */
import * as Comlink from 'comlink'
import { buffersOf } from '../src/model/packedHighlights.ts'
import { signalsIn } from '../src/model/signals.ts'
import { openCopies } from '../wasm/boot/browserCopies.ts'
import { loadKernels } from '../wasm/boot/browserKernels.ts'
import type { ProjectApi } from './project/api.ts'
import type { HandedOver } from './project/carryOver.ts'
import type { ConnectionHost } from './project/connection.ts'
import type { Answer, ProjectHost } from './project/host.ts'
import { openProject } from './project/project.ts'
import { readSnapshot } from './project/snapshot.ts'

export interface ProjectStart {
  uuid: string
  name: string
  author: string
  /** `https://host:port` of the server that served the page. */
  server: string
  token: string
  /** Of `src/model/signals.ts`, where the page is isolated. */
  signals?: SharedArrayBuffer
  /** What the worker before this one has left, whose copy was lost. */
  handedOver?: HandedOver
}

/** What a worker says to the page that owns it when its copy is lost. */
export interface Renewal {
  handedOver: HandedOver
}

const authorized = (token: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { authorization: `Bearer ${token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) },
})

const after = (milliseconds: number, run: () => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

const read = ({ server, uuid, token }: ProjectStart, headers: Record<string, string>, signal: AbortSignal) =>
  fetch(`${server}/v1/thicket/projects/${uuid}/snapshot`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal,
  })

function socketHost({ server, token }: ProjectStart): ConnectionHost {
  return {
    token: () => token,
    now: () => Date.now(),
    after,
    ticket: async () => {
      const response = await fetch(`${server}/v1/thicket/ticket`, authorized(token))
      return response.ok ? ((await response.json()) as { ticket: string }).ticket : null
    },
    open: (ticket, events) => {
      const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/v1/thicket?ticket=${encodeURIComponent(ticket)}`)
      socket.onopen = () => events.opened()
      socket.onmessage = ({ data }) => events.message(String(data))
      socket.onclose = ({ code }) => events.closed(code)
      // The browser takes only 1000 and 3000–4999 from a page.
      return { send: (text) => socket.send(text), close: (code) => socket.close(code) }
    },
  }
}

async function call(
  start: ProjectStart,
  path: string,
  init: { method?: string; body?: string } = {},
): Promise<Answer | null> {
  try {
    return await fetch(start.server + path, authorized(start.token, init))
  } catch {
    return null
  }
}

/** What is packed in columns goes to the page without being copied. */
function handingOver(api: ProjectApi): ProjectApi {
  const handOver = <T extends object>(posted: T): T => Comlink.transfer(posted, buffersOf(posted))
  return {
    ...api,
    ask: async (query, args) => handOver(await api.ask(query, args)),
    watch: (query, args, post) => api.watch(query, args, (posted) => post(handOver(posted))),
    watchAnalysis: (query, args, post) =>
      api.watchAnalysis(query, args, (answer) =>
        post('ok' in answer ? Comlink.transfer(answer, arraysOf(answer.ok)) : answer),
      ),
  }
}

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
  const host: ProjectHost = {
    ...socketHost(options),
    uuid: options.uuid,
    random: Math.random,
    store: await openCopies(options.uuid),
    call: (path, init) => call(options, path, init),
    snapshot: (progress, signal) =>
      readSnapshot({ read: (...asked) => read(options, ...asked), after }, progress, signal),
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

export type ProjectWorker = { start: typeof start }
Comlink.expose({ start } satisfies ProjectWorker)
