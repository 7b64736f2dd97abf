/** `thicket serve` as it is run: a process of its own on a folder of its own, its accounts made over its own routes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface CloudProcess {
  readonly child: ChildProcess
  /** `http://127.0.0.1:port`, where it listens. */
  readonly base: string
  /** What it has printed: the address. */
  readonly printed: string
  /** What it has written to stderr: the log. */
  log(): string
  /** Its code, once it has ended by itself or by a signal that it took. */
  readonly ended: Promise<number | null>
  kill(): Promise<void>
}

export interface Member {
  readonly token: string
  readonly email: string
  readonly name: string
  call(path: string, init?: { method?: string; body?: unknown }): Promise<Response>
}

/** ms: on a machine that others are at work on, at low priority, too. */
const startsWithin = 150_000

const root = join(import.meta.dirname, '../..')

/** Without a build of the page; `env` over what the tests' own server needs; `command` in the program's folder. Resolves when it can be called. */
export async function startCloud(
  data: string,
  env: NodeJS.ProcessEnv = {},
  [program = '', ...args]: readonly string[] = [process.execPath, 'server/main.ts', 'serve'],
): Promise<CloudProcess> {
  const all = { ...process.env, THICKET_NO_BUILD: '1', THICKET_DATA: data, PORT: '0', ...env }
  const child = spawn(program, args, { cwd: root, env: all })
  let [out, log] = ['', '']
  child.stdout.on('data', (piece) => (out += piece))
  child.stderr.on('data', (piece) => (log += piece))
  const ended = once(child, 'close').then(() => child.exitCode)
  const began = Date.now()
  while (!log.includes('Ctrl+C stops it')) {
    if (child.exitCode !== null || Date.now() - began > startsWithin) {
      child.kill('SIGKILL')
      throw new Error(`thicket serve did not start: ${log}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const port = /"port":(\d+)/.exec(log)?.[1]
  return {
    child,
    base: `http://127.0.0.1:${port}`,
    printed: out.trim(),
    log: () => log,
    ended,
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}

/** A new account. `origin`: of the address by which it is called. */
export async function register(base: string, email: string, origin = base): Promise<Member> {
  const name = email.split('@')[0] as string
  const response = await fetch(`${base}/web/api/v2/register/checkout`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, password: `the password of ${name}` }),
  })
  if (!response.ok) throw new Error(`${email}: ${response.status} ${await response.text()}`)
  const token = ((await response.json()) as { account: { access_token: string } }).account.access_token
  return {
    token,
    email,
    name,
    call: (path, { method = 'GET', body } = {}) =>
      fetch(base + path, {
        method,
        headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

/** What an account is answered at `base`, be that another node than the one at which it was made. */
export async function answerAt(
  base: string,
  { token }: Pick<Member, 'token'>,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { origin: base, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(base + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Another session of an account that `register` has made: the token of one holds for some minutes. */
export async function signIn(base: string, { email, name }: Pick<Member, 'email' | 'name'>): Promise<string> {
  const response = await fetch(`${base}/web/api/v2/auth/login`, {
    method: 'POST',
    headers: { origin: base, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: `the password of ${name}` }),
  })
  if (!response.ok) throw new Error(`${email}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { account: { access_token: string } }).account.access_token
}
