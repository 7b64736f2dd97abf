/**
 * Where the projects of several nodes are kept: in PostgreSQL, each as a base and a log of changesets, with a lease that one node has at a time. The
 * file of a project is its holder's cache: SQLite goes on computing, PostgreSQL keeps the order.
 *
 * Promises: what `append` has resolved for is in the log for good, once, behind all that was there; a node that has lost a lease adds nothing to that
 * log, whatever it believes of the time; whoever takes a lease has all that was ever resolved for.
 */
import { createHash, randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { layoutVersion } from '../../wasm/database/migrations/tables.ts'
import { storageFailed } from '../base/failures.ts'
import { openAppends } from './appends.ts'
import { readBase, writeBase } from './bases.ts'
import { openConnections, type Statements } from './connections.ts'
import { type Leases, openLeases } from './leases.ts'
import { joinOthers } from './membership.ts'
import { isThere, lockSpace, tablesSql } from './tables.ts'

/** Brings changesets into the file at `path`, in their order. */
export type Replay = (path: string, sets: Uint8Array[]) => Promise<Result<void>>

export interface Owner {
  /** Where its node is reached by others. */
  address: string
}

/** Where projects are kept, besides in the files of the node that has them open. */
export interface Truth {
  /** Of this node, since it started. */
  readonly id: string
  /** For what else the nodes keep there. */
  readonly sql: Statements
  /** Takes the lease alone, of what this node has followed until then; resolves to the head of the log, and the layout that it has. Problems: those of `claim`. */
  lease(uuid: string, lost: () => void, layout: number): Promise<Result<{ head: number; layout: number }>>
  /** Writes a project as it is, of which others may have the lease, to a new file; resolves to the head of its log then. Problems: projectNotFound, newerProject, storageFailed. */
  read(uuid: string, path: string, replay: Replay, layout?: number): Promise<Result<{ head: number; layout: number }>>
  /** Where the log of a project stands, from which record on it is there, and of which layout. */
  stands(uuid: string): Promise<Standing | null>
  /**
   * Takes the lease, and writes the project as it is to a new file, which `at` names by the token. `lost` is called once if the lease goes before it is
   * released. `layout`: of this program; what is answered is that of the file. One of an earlier layout takes no record of a later one: first a base of
   * that layout is put in its place. Problems: projectNotFound, newerProject, storageFailed (another node has it: `owner` says which).
   */
  claim(
    uuid: string,
    at: (token: number) => string,
    replay: Replay,
    lost: () => void,
    layout?: number,
  ): Promise<Result<{ path: string; layout: number }>>
  holds(uuid: string): boolean
  /** Of the lease by which this node has the project; null: it has none. */
  token(uuid: string): number | null
  /** Resolves when it is there for good; rejects Fenced, Unavailable, and then the lease is lost. */
  append(uuid: string, set: Uint8Array): Promise<void>
  /** The file at `path` is what the project is after all that was appended before. `instead`: and what the last change, which was not, has made of it; `layout`: which it has from then on. */
  putBase(uuid: string, path: string, options?: { instead?: boolean; layout?: number }): Promise<void>
  /** Whether so much has been appended since the last base that another is due. */
  isBaseDue(uuid: string): boolean
  release(uuid: string): Promise<void>
  /** A new project, of which nobody has the lease. Does nothing where there is one already, and then resolves to false. */
  create(uuid: string, path: string, layout?: number): Promise<boolean>
  /** From here on nobody can open it, and whoever has it open adds nothing. */
  remove(uuid: string): Promise<void>
  /** The node that has it, if it is another one that is there; null: this one, or none. */
  owner(uuid: string): Promise<Owner | null>
  /** Whether it may serve: it has renewed itself as often as the others expect. */
  serves(): boolean
  /** ms since it has renewed itself. */
  renewedAgo(): number
  /** How far its accounts are, which the others wait for when rights are taken. */
  accountsAt(pos: number): void
  /** From here on it is known to be leaving. */
  drain(): Promise<void>
  readonly waitingBytes: number
  /** Releases what it still has, and leaves. */
  close(): Promise<void>
}

export interface Standing {
  head: number
  base: number
  layout: number
}

export interface TruthOptions {
  /** `postgres://…` */
  url: string
  /** Where the other nodes reach this one; left out: it serves nobody, as a command. */
  address?: string
  version: string
  warn: (error: unknown) => void
  /** ms for which a node that does not renew itself is still believed in. */
  lease?: number
  renewEvery?: number
  /** How appends are asked; another in the control of the proof. */
  statement?: string
  took?: (seconds: number) => void
  fenced?: () => void
}

const mostTries = 3

export async function openTruth(options: TruthOptions): Promise<Truth> {
  const { url, address = '', version, warn, lease = 10_000, renewEvery = 2000, fenced = () => {} } = options
  const id = randomUUID()
  const sql = openConnections(url, { max: 8, idle: 60, unheard: lease })
  await makeTables(sql)
  const appends = openAppends({
    sql,
    warn,
    patience: lease,
    ...(options.took && { took: options.took }),
    ...(options.statement !== undefined && { statement: options.statement }),
  })
  const leases = openLeases({ sql, id, appends, warn, fenced })
  const membership = await joinOthers({
    ...{ url, id, address, version, lease, renewEvery, warn },
    lost: leases.loseAll,
    renewed: leases.look,
  })

  const take: Leases['take'] = async (...asked) => (membership.serves() ? leases.take(...asked) : problem(away))

  const claim: Truth['claim'] = async (uuid, at, replay, lost, layout = layoutVersion) => {
    const taken = await take(uuid, lost, layout)
    if (isProblem(taken)) return taken
    const { mine, base } = taken.ok
    const path = at(mine.token)
    const read = await readBase(sql, { uuid, base, head: mine.head, path, replay }).catch(failed)
    if (!isProblem(read) && leases.get(uuid) === mine) {
      mine.size = statSync(path).size
      mine.since.bytes = read.ok
      return ok({ path, layout: taken.ok.layout })
    }
    await leases.release(uuid).catch(warn)
    rmSync(path, { force: true })
    return isProblem(read) ? read : problem(away)
  }

  /** For what is no fault of whoever asks. */
  const failed = (error: unknown) => {
    warn(error)
    return problem(storageFailed(new Error('the database of the nodes does not answer')))
  }

  const stands: Truth['stands'] = async (uuid) => {
    const [row] = await sql<
      { head: string; base: string; layout: number }[]
    >`SELECT head, base, layout FROM project WHERE uuid = ${uuid}`
    return row ? { head: Number(row.head), base: Number(row.base), layout: row.layout } : null
  }

  return {
    id,
    sql,
    claim: (...asked) => claim(...asked).catch(failed),
    lease: async (uuid, lost, layout) => {
      const taken = await take(uuid, lost, layout).catch(failed)
      return isProblem(taken) ? taken : ok({ head: taken.ok.mine.head, layout: taken.ok.layout })
    },
    read: async (uuid, path, replay, layout = layoutVersion) => {
      // What is read may have been put together anew meanwhile.
      for (let tries = 1; ; tries += 1) {
        const found = await stands(uuid)
        if (!found) return problem({ kind: 'projectNotFound', name: uuid })
        if (found.layout > layout) return problem({ kind: 'newerProject', name: uuid, version: found.layout })
        const read = await readBase(sql, { uuid, ...found, path, replay }).catch(failed)
        if (!isProblem(read)) return ok({ head: found.head, layout: found.layout })
        rmSync(path, { force: true })
        if (tries === mostTries) return read
      }
    },
    stands,
    holds: (uuid) => membership.serves() && leases.get(uuid) !== undefined,
    token: (uuid) => leases.get(uuid)?.token ?? null,
    append: leases.append,
    putBase: leases.putBase,
    isBaseDue: leases.isBaseDue,
    release: leases.release,
    create: async (uuid, path, layout = layoutVersion) => {
      const made = await sql`INSERT INTO project (uuid, layout) VALUES (${uuid}, ${layout}) ON CONFLICT DO NOTHING`
      if (made.count === 0) return false
      try {
        await writeBase(sql, { uuid, token: 0, pos: 0, path, instead: false })
      } catch (error) {
        await sql`DELETE FROM project WHERE uuid = ${uuid} AND token = 0`.catch(warn)
        throw error
      }
      return true
    },
    remove: async (uuid) => {
      await sql`DELETE FROM project WHERE uuid = ${uuid}`
    },
    owner: async (uuid) => {
      // One at this address has ended.
      const [found] = await sql<{ address: string }[]>`SELECT n.address FROM project p JOIN node n ON n.id = p.node
WHERE p.uuid = ${uuid} AND n.id <> ${id} AND n.address NOT IN ('', ${address}) AND ${sql.unsafe(isThere)}`
      return found ? { address: found.address } : null
    },
    serves: membership.serves,
    renewedAgo: membership.renewedAgo,
    accountsAt: membership.accountsAt,
    drain: membership.drain,
    get waitingBytes() {
      return appends.waitingBytes
    },
    close: async () => {
      await membership.stop()
      await appends.idle()
      for (const uuid of leases.uuids()) await leases.release(uuid).catch(warn)
      await Promise.all([membership.leave(), sql.end()])
    },
  }
}

const away: Problem = { kind: 'storageFailed', detail: 'this node has lost its place among the others' }

/** Once for each text of them: it locks tables that are there, for which it would wait while a node reads or writes them, and all others behind it. */
async function makeTables(sql: Statements): Promise<void> {
  const hash = createHash('sha256').update(tablesSql).digest('hex')
  await sql.begin(async (one) => {
    await one`SELECT pg_advisory_xact_lock(${lockSpace}, 0)`
    await one`CREATE TABLE IF NOT EXISTS made (tables text PRIMARY KEY)`
    const made = await one`INSERT INTO made (tables) VALUES (${hash}) ON CONFLICT DO NOTHING`
    if (made.count === 1) await one.unsafe(tablesSql)
  })
}
