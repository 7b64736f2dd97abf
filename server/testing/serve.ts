/** A real server on loopback with a configuration of its own, for tests and proofs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '../base/log.ts'
import { openInstallation } from '../hosts/installation.ts'
import { type LocalHostOptions, localHost } from '../hosts/local.ts'
import { type Running, startServer } from '../running/start.ts'

export interface Served extends Running {
  readonly folder: string
  readonly secret: string
  readonly base: string
  /** An HTTP call as the page makes it. */
  call(path: string, init?: Call): Promise<Response>
  /** Makes a project; returns its uuid. */
  project(name: string): Promise<string>
  /** Stops the server and removes its folder. */
  end(): Promise<void>
}

export interface Call {
  method?: string
  /** Sent as JSON; a form as it is. */
  body?: unknown
  headers?: Record<string, string | undefined>
}

/** Calls as the page of the server at `base` does; `headers` are put over the page's own, undefined leaves one out. */
export function caller(base: string, token: () => string | undefined) {
  return (path: string, { method = 'GET', body, headers = {} }: Call = {}): Promise<Response> => {
    const bearer = token()
    const all = { ...(bearer && { authorization: `Bearer ${bearer}` }), origin: base, ...headers }
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >
    const sent = body instanceof FormData ? body : JSON.stringify(body)
    return fetch(base + path, {
      method,
      headers: given,
      redirect: 'manual',
      ...(body !== undefined && { body: sent }),
    })
  }
}

/** The folder of a page that is only just one. */
export function makePage(folder: string): string {
  const page = join(folder, 'page')
  mkdirSync(join(page, 'assets/abc'), { recursive: true })
  writeFileSync(
    join(page, 'index.html'),
    '<!doctype html><meta name="style-nonce" content="__NONCE__"><meta name="thicket-facts" content="__FACTS__">',
  )
  writeFileSync(join(page, 'assets/abc/main.js'), 'export {}')
  return page
}

export interface ServeOptions {
  linger?: number
  stuckAfter?: number
  /** What stands in for the machine: its desktop, where files lie, and where it is activated. */
  local?: LocalHostOptions
}

export const testFolder = (): string => mkdtempSync(join(tmpdir(), 'thicket-test-'))

export async function serve(folder = testFolder(), { local, ...options }: ServeOptions = {}): Promise<Served> {
  const config = join(folder, 'config')
  mkdirSync(config, { recursive: true })
  const page = makePage(folder)
  writeFileSync(join(folder, 'outside.js'), 'secret')
  const { secret } = openInstallation(config)
  const running = await startServer({
    host: localHost(config, secret, local),
    log: openLog('error'),
    backups: join(folder, 'backups'),
    page,
    port: 0,
    ...options,
  })
  const base = `http://127.0.0.1:${running.port}`
  const call = caller(base, () => secret)
  return {
    ...running,
    folder,
    secret,
    base,
    call,
    project: async (name) => {
      const made = await call('/web/api/v2/projects', { method: 'POST', body: { name: join(folder, name) } })
      return ((await made.json()) as { project_uuid: string }).project_uuid
    },
    end: async () => {
      await running.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
