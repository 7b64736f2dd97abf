/** The worker that owns a project in this browser: connects its core to OPFS, the socket and the tabs' ports. */
import * as Comlink from 'comlink'
import { isProblem, problem } from '../src/model/problems.ts'
import { openCopies } from '../wasm/boot/browserCopies.ts'
import type { ProjectApi } from './project/api.ts'
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
}

const authorized = (token: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { authorization: `Bearer ${token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) },
})

function socketHost({ server, token }: ProjectStart): ConnectionHost {
  return {
    token: () => token,
    now: () => Date.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
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

async function start(options: ProjectStart): Promise<ProjectApi> {
  const host: ProjectHost = {
    ...socketHost(options),
    uuid: options.uuid,
    random: Math.random,
    store: await openCopies(options.uuid),
    call: (path, init) => call(options, path, init),
    snapshot: async (progress) => {
      const read = (headers: Record<string, string>) =>
        fetch(`${options.server}/v1/thicket/projects/${options.uuid}/snapshot`, {
          headers: { authorization: `Bearer ${options.token}`, ...headers },
        })
      const chunks = await readSnapshot(read, progress)
      return isProblem(chunks) ? problem(chunks.problem) : chunks
    },
    report: (error) => reportError(error),
  }
  const { api, ready } = openProject(host, { author: options.author, name: options.name })
  await ready
  // Other tabs' ports come through the page that owns this worker.
  addEventListener('message', ({ data, ports }) => {
    if (data === 'port' && ports[0]) Comlink.expose(api, ports[0])
  })
  return Comlink.proxy(api)
}

export type ProjectWorker = { start: typeof start }
Comlink.expose({ start } satisfies ProjectWorker)
