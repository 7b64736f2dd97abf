/**
 * Two PostgreSQL, of which the second has each transaction before anybody hears that it is done (synchronous streaming replication), behind one address.
 * Where the first is killed, the second takes its place there, and another one is put behind it: what Patroni and its like do.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import connectTo, { type Sql } from 'postgres'
import { random } from '../../src/model/text/randomRich.ts'
import { type FaultyLink, openFaultyLink } from './faultyLink.ts'
import {
  installPostgres,
  makeCluster,
  type PostgresServer,
  runPostgres,
  type TestPostgres,
  urlAt,
  user,
} from './postgres.ts'

export interface PostgresPair extends TestPostgres {
  /** Resolves when there is a second that has all. */
  followed(): Promise<unknown>
  /** The first is killed; resolves when the second serves in its place. Another comes behind it. */
  failOver(): Promise<void>
}

export interface PairOptions {
  /** False: whoever writes hears that it is done before the second has it. */
  isSynchronous?: boolean
  /** ms before the first is killed from which the second hears nothing any more of what is written, as where the first loses its network before it goes. */
  unheard?: number
}

/** Of the log, kept for whoever comes behind. */
const keptLog = { wal_keep_size: '512MB' }

export async function startPostgresPair({
  isSynchronous = true,
  unheard = 0,
}: PairOptions = {}): Promise<PostgresPair> {
  const programs = installPostgres()
  const { uid, gid } = programs.options
  let data = makeCluster(programs)
  let first = await runPostgres(programs, data, keptLog)
  let copies = 0
  /** A copy of the first that follows it; from then on the first waits for it. */
  const follow = async (): Promise<Follower> => {
    copies += 1
    const copy = join(programs.folder, `data-${copies}`)
    const own = (name: string, text: string) => {
      writeFileSync(join(copy, name), text, { mode: 0o600 })
      if (uid !== undefined && gid !== undefined) chownSync(join(copy, name), uid, gid)
    }
    await asked(first, async (sql) => {
      await sql`SELECT pg_backup_start('copy', true)`
      // Files may go while they are copied: the log says what was in them.
      spawnSync('cp', ['-a', data, copy])
      const [label] = await sql<{ labelfile: string }[]>`SELECT labelfile FROM pg_backup_stop(false)`
      rmSync(join(copy, 'postmaster.pid'), { force: true })
      own('backup_label', label?.labelfile ?? '')
      own('standby.signal', '')
    })
    const heard = await openFaultyLink(first.port, random(copies))
    const source = `host=127.0.0.1 port=${heard.port} user=${user}`
    const server = await runPostgres(programs, copy, { ...keptLog, primary_conninfo: source })
    // Whoever writes would wait for one that still catches up.
    await until(first, `state = 'streaming'`)
    if (isSynchronous) {
      await changed(first, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
      await until(first, `sync_state = 'sync'`)
    }
    return { server, data: copy, heard }
  }
  let second = follow()
  await second
  const road = await openRoad(first.port)
  return {
    url: urlAt(road.port),
    kill: () => first.stop('SIGKILL'),
    start: () => first.start(),
    followed: () => second,
    failOver: async () => {
      const next = await second
      if (unheard > 0) {
        next.heard.part('stands')
        await sleep(unheard)
      }
      await first.stop('SIGKILL')
      // What was on its way is gone.
      await next.heard.close()
      await asked(next.server, (sql) => sql`SELECT pg_promote()`)
      await changed(next.server, 'ALTER SYSTEM RESET synchronous_standby_names')
      road.lead(next.server.port)
      first = next.server
      data = next.data
      second = follow()
    },
    end: async () => {
      const { server, heard } = await second
      road.close()
      await heard.close()
      for (const each of [server, first]) await each.stop('SIGQUIT')
      rmSync(programs.folder, { recursive: true, force: true })
    },
  }
}

interface Follower {
  server: PostgresServer
  data: string
  /** By which it hears what is written. */
  heard: FaultyLink
}

async function asked(server: PostgresServer, body: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connectTo(urlAt(server.port), { max: 1, onnotice: () => {}, fetch_types: false, max_lifetime: null })
  try {
    await body(sql)
  } finally {
    await sql.end()
  }
}

/** Resolves when somebody follows the server of whom that is true. */
const until = (server: PostgresServer, what: string): Promise<void> =>
  asked(server, async (sql) => {
    while ((await sql.unsafe(`SELECT 1 FROM pg_stat_replication WHERE ${what}`)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
  })

/** Changes a setting of the server while it runs. */
const changed = (server: PostgresServer, setting: string): Promise<void> =>
  asked(server, async (sql) => {
    await sql.unsafe(setting)
    await sql`SELECT pg_reload_conf()`
  })

/** An address from which all connections lead to one port, until they are to lead to another: then they are cut. */
async function openRoad(first: number): Promise<{ port: number; lead(to: number): void; close(): void }> {
  let to = first
  const sockets = new Set<Socket>()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => into.destroy())
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
      from.pipe(into)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lead: (next) => {
      to = next
      cut()
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
