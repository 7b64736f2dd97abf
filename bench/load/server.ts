/** The server of many people under load: the real program in a process of its own on one core, with people and projects made beforehand. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSessions } from '../../server/hosts/cloud/accounts/sessions.ts'
import { openCloudDatabase } from '../../server/hosts/cloud/database.ts'

export interface LoadedServer {
  base: string
  /** Of one person each. */
  tokens: string[]
  authorOf(person: number): string
  /** A project of the first of these people, which the others may change. */
  project(name: string, people: readonly number[], rows?: object): Promise<string>
  /** Memory (RSS), in bytes. */
  memory(): number
  /** Descriptors that are open. */
  descriptors(): number
  /** Seconds of processor so far. */
  processor(): number
  /** The same of its threads by their niceness, in steps after the event loop (`comesAfter`). */
  processorBySteps(): ReadonlyMap<number, number>
  /** Of the delay of its event loop since the last call, ms. */
  delay(): Promise<{ p99: number; max: number }>
  end(): Promise<void>
}

/** As `npm run serve` starts it. */
function serveArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { serve: string } }
  const [, command = ''] = scripts.serve.split('&& exec node ')
  return command.split(' ').map((word) => (word.endsWith('.ts') ? join(root, word) : word))
}

const root = join(import.meta.dirname, '../..')
const accountOf = (person: number) => `00000000-0000-4000-8000-${String(person).padStart(12, '0')}`
/** The name that their rows bear. */
export const authorOf = (person: number): string => `Person ${person}`
const mayPin = spawnSync('taskset', ['--version']).status === 0 && availableParallelism() > 1

/** This process goes on another core than the server, where both can be pinned. */
export function pinClient(): boolean {
  if (mayPin) spawnSync('taskset', ['-acp', '1', String(process.pid)])
  return mayPin
}

/** Starts a program on the server's core, where it can be pinned, with a channel to it. */
export function startBeside(program: string): ChildProcess {
  const command = [process.execPath, join(import.meta.dirname, program)]
  const [first = '', ...args] = mayPin ? ['taskset', '-c', '0', ...command] : command
  return spawn(first, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** `settings`: what its operator has set beside. */
export async function startLoaded(people: number, settings: NodeJS.ProcessEnv = {}): Promise<LoadedServer> {
  const data = mkdtempSync(join(tmpdir(), 'thicket-load-'))
  const database = openCloudDatabase(join(data, 'accounts.sqlite'))
  const tokens = makePeople(database, people)
  const command = [process.execPath, '--import', join(import.meta.dirname, 'eventLoop.ts'), ...serveArguments()]
  const [program = '', ...args] = mayPin ? ['taskset', '-c', '0', ...command] : command
  const server = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, THICKET_DATA: data, PORT: '0', THICKET_LOG: 'error', ...settings },
  })
  const base = (await firstLine(server)).replace(/\/web\/$/, '')
  const pid = server.pid as number
  const call = async (token: string | undefined, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, origin: base, 'content-type': 'application/json' }
    const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { project_uuid: string }
  }
  return {
    base,
    tokens,
    authorOf,
    project: async (name, members, rows) => {
      const [owner = 0, ...others] = members
      const path = `/web/api/v2/projects${rows ? '/json' : ''}`
      const { project_uuid: uuid } = await call(tokens[owner], path, { name, ...(rows && { project_json: rows }) })
      const share = database.db.prepare('INSERT INTO shares (project, account, access, created) VALUES (?, ?, ?, ?)')
      database.transaction(() => {
        for (const person of others) share.run(uuid, accountOf(person), 'write', Date.now())
      })
      return uuid
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
    descriptors: () => readdirSync(`/proc/${pid}/fd`).length,
    processor: () => standingOf(`/proc/${pid}/stat`).processor,
    processorBySteps: () => processorBySteps(pid),
    delay: () =>
      new Promise((resolve) => {
        server.once('message', (told) => resolve(told as { p99: number; max: number }))
        server.send('delay')
      }),
    end: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      database.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Returns their tokens. */
export function makePeople(database: ReturnType<typeof openCloudDatabase>, people: number): string[] {
  // Sessions that last as long as a run: their tokens are not renewed here.
  const sessions = openSessions(database, () => {}, Date.now)
  const insert = database.db.prepare(
    `INSERT INTO accounts (id, email, name, password, region, language, created) VALUES (?, ?, ?, '-', 'home', 'en', ?)`,
  )
  return database.transaction(() =>
    Array.from({ length: people }, (_, person) => {
      insert.run(accountOf(person), `p${person}@example.org`, authorOf(person), Date.now())
      return sessions.begin(accountOf(person), 'load').access_token
    }),
  )
}

/** Of a process or a thread, as Linux tells it; none of one that has ended. */
function standingOf(path: string): { processor: number; niceness: number } {
  try {
    const fields = readFileSync(path, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return { processor: (Number(fields[11]) + Number(fields[12])) / 100, niceness: Number(fields[16]) }
  } catch {
    return { processor: 0, niceness: Number.NaN }
  }
}

/** Seconds of a processor that the threads of a process have had, by their steps of niceness after its first. */
export function processorBySteps(pid: number): ReadonlyMap<number, number> {
  const { niceness } = standingOf(`/proc/${pid}/stat`)
  const spent = new Map<number, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const standing = standingOf(`/proc/${pid}/task/${thread}/stat`)
    const step = standing.niceness - niceness
    if (!Number.isNaN(step)) spent.set(step, (spent.get(step) ?? 0) + standing.processor)
  }
  return spent
}

const firstLine = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    server.stdout?.once('data', (data) => resolve(String(data).trim()))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
