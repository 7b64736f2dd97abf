/** A real server of many people on loopback, with a folder of its own, for tests and proofs. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ShareRight } from '../../src/model/access.ts'
import { isProblem, type Problem } from '../../src/model/problems.ts'
import { type Log, openLog } from '../base/log.ts'
import { readSettings, type Settings } from '../base/settings/settings.ts'
import { openPasswords } from '../hosts/cloud/accounts/passwords.ts'
import { type Cloud, openCloud } from '../hosts/cloud/cloud.ts'
import { type Running, type StartOptions, startServer } from '../running/start.ts'
import { abilitiesOf } from '../speech/engine.ts'
import { caller, makePage, type Served, testFolder } from './serve.ts'
import type { Address } from './socketClient.ts'

/** A person with an account who has signed in; `secret`: their access token, for `connect` too. */
export interface Someone extends Address {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
  secret: string
  refresh: string
  readonly call: Served['call']
  /** A call with a JSON body and its answer. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>
  /** Makes a project; returns its uuid. */
  project(name: string): Promise<string>
  /** Gives somebody a right in a project. */
  share(uuid: string, with_: Pick<Someone, 'email'>, right: ShareRight): Promise<void>
  /** Another session of the same person. */
  again(): Promise<Someone>
}

export interface ServedCloud extends Running {
  /** Of everything; the server's own is `settings.data` in it. */
  readonly folder: string
  readonly settings: Settings
  readonly base: string
  readonly cloud: Cloud
  /** A call without a token. */
  readonly call: Served['call']
  /** Makes an account: `Ann` has ann@example.org and a password of her own. */
  person(name: string): Promise<Someone>
  /** Stops the server; the folder stays, for another one. */
  stop(): Promise<void>
  /** Stops the server and removes its folder. */
  end(): Promise<void>
}

export interface ServeCloudOptions extends Partial<Pick<StartOptions, 'linger' | 'limits' | 'operations' | 'page'>> {
  settings?: Partial<Settings>
  log?: Log
}

/** Passwords are no matter of these tests, and there are hundreds of people. */
const cheap = { memory: 8, passes: 1, parallelism: 1 }

export async function serveCloud(folder = testFolder(), options: ServeCloudOptions = {}): Promise<ServedCloud> {
  const { settings: given, log = openLog('error'), ...start } = options
  const settings: Settings = {
    ...readSettings({ THICKET_DATA: join(folder, 'data') }),
    port: 0,
    threads: 1,
    registration: 'open',
    ...given,
  }
  const speech = await abilitiesOf(settings)
  const cloud = openCloud(settings, log, { passwords: openPasswords(cheap), speech })
  const running = await startServer({
    host: cloud.host,
    log,
    page: makePage(folder),
    backups: join(settings.data, 'backups'),
    port: settings.port,
    threads: settings.threads,
    proxies: settings.proxies,
    ...(settings.url && { url: settings.url }),
    ...start,
  })
  const base = `http://127.0.0.1:${running.port}`
  cloud.startAt(base)
  let people = 0

  const someone = (
    account: { name: string; email: string; access_token: string; refresh_token: string },
    password: string,
  ): Someone => {
    const person: Someone = {
      id: cloud.host.accounts.accountOf(account.email)?.id ?? '',
      name: account.name,
      email: account.email,
      password,
      base,
      secret: account.access_token,
      refresh: account.refresh_token,
      call: caller(base, () => person.secret),
      send: async (method, path, body) => {
        const response = await person.call(path, { method, ...(body !== undefined && { body }) })
        return { status: response.status, body: (await response.json()) as Record<string, unknown> }
      },
      project: async (name) => {
        const made = await person.send('POST', '/web/api/v2/projects', { name })
        if (made.status !== 200) throw new Error(JSON.stringify(made))
        return made.body.project_uuid as string
      },
      share: async (uuid, { email }, access_right) => {
        const shared = await person.send('POST', `/web/api/v2/projects/${uuid}/share`, { email, access_right })
        if (shared.status !== 200) throw new Error(JSON.stringify(shared))
      },
      again: async () => {
        const signIn = { email: person.email, password, regional_service_map: true as const }
        return someone(sound(await cloud.host.accounts.signIn(signIn, from(person.name))).account, password)
      },
    }
    return person
  }

  /** Each from an address of their own, so that nobody is in another's way. */
  const from = (name: string) => {
    people += 1
    return { address: `test ${people}`, agent: `the browser of ${name}`, language: 'en' }
  }

  return {
    ...running,
    folder,
    settings,
    base,
    cloud,
    call: caller(base, () => undefined),
    person: async (name) => {
      const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.org`
      const password = `the long password of ${name}`
      return someone(sound(await cloud.host.accounts.register({ name, email, password }, from(name))).account, password)
    },
    stop: async () => {
      await running.close()
      await cloud.close()
    },
    end: async () => {
      await running.close()
      await cloud.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const sound = <T>(result: { ok: T } | { problem: Problem }): T => {
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}
