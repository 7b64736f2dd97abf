/** A real server on loopback with a configuration of its own, for tests and proofs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openInstallation } from '../hosts/installation.ts'
import { localHost } from '../hosts/local.ts'
import { openLog } from '../log.ts'
import { type Running, startServer } from '../start.ts'

export interface Served extends Running {
  readonly folder: string
  readonly secret: string
  readonly base: string
  /** An HTTP call as the page makes it; `headers` are put over the page's own, undefined leaves one out. */
  call(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string | undefined> },
  ): Promise<Response>
  /** Makes a project; returns its uuid. */
  project(name: string): Promise<string>
  /** Stops the server and removes its folder. */
  end(): Promise<void>
}

export const testFolder = (): string => mkdtempSync(join(tmpdir(), 'thicket-test-'))

export async function serve(folder = testFolder(), options: { linger?: number } = {}): Promise<Served> {
  const config = join(folder, 'config')
  const page = join(folder, 'page')
  mkdirSync(config, { recursive: true })
  mkdirSync(join(page, 'assets/abc'), { recursive: true })
  writeFileSync(
    join(page, 'index.html'),
    '<!doctype html><meta name="style-nonce" content="__NONCE__"><meta name="thicket-facts" content="__FACTS__">',
  )
  writeFileSync(join(page, 'assets/abc/main.js'), 'export {}')
  writeFileSync(join(folder, 'outside.js'), 'secret')
  const { secret } = openInstallation(config)
  const running = await startServer({
    host: localHost(config, secret),
    log: openLog('error'),
    page,
    port: 0,
    ...options,
  })
  const base = `http://127.0.0.1:${running.port}`
  const call: Served['call'] = (path, { method = 'GET', body, headers = {} } = {}) => {
    const all = { authorization: `Bearer ${secret}`, origin: base, ...headers }
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >
    return fetch(base + path, {
      method,
      headers: given,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
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
