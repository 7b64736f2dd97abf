/**
 * The projects that this node has, each by a lease whose token every write names: taking and losing them, and what is appended under them. What is
 * appended to a project has its place in the log at once, in the order in which it is asked for.
 */
import { statSync } from 'node:fs'
import type { ISql } from 'postgres'
import { ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { type Appends, Fenced } from './appends.ts'
import { writeBase } from './bases.ts'
import type { Statements } from './connections.ts'
import { claimSql } from './tables.ts'

export interface Lease {
  token: number
  head: number
  /** Of what was appended last. */
  appended: Promise<void>
  /** Bytes and number of what was appended since the last base, and bytes of that. */
  since: { bytes: number; records: number }
  size: number
  lost: () => void
  /** When it was taken, by the steady clock. */
  at: number
  /** Bases are written one after the other; a record comes after one that stands in the place of a record. */
  basing: Promise<void> | undefined
  isReplacing: boolean
}

/** A lease that was just taken: the base of the project, and the layout that it has. */
export interface Taken {
  mine: Lease
  base: number
  layout: number
}

export interface Leases {
  get(uuid: string): Lease | undefined
  uuids(): string[]
  /** `lost` is called once if the lease goes before it is released. Problems: projectNotFound, newerProject, storageFailed (another node has it). */
  take(uuid: string, lost: () => void, layout: number): Promise<Result<Taken>>
  release(uuid: string): Promise<void>
  /** Whatever this node had may be somebody else's. */
  loseAll(): void
  /** Finds those that others have taken. */
  look(): Promise<void>
  /** The next record. Rejects Fenced, Unavailable, and then the lease is lost, as for `putBase`. */
  append(uuid: string, set: Uint8Array): Promise<void>
  putBase(uuid: string, path: string, options?: { instead?: boolean; layout?: number }): Promise<void>
  isBaseDue(uuid: string): boolean
}

export interface LeasesOptions {
  sql: Statements
  /** Of this node. */
  id: string
  appends: Appends
  warn: (error: unknown) => void
  fenced: () => void
}

/** As PostgreSQL says it. */
interface Claimed {
  token: string
  head: string
  base: string
  layout: number
}

/** A base is due after so many records, or so many bytes of them, or a part of the file where that is more. */
const due = { records: 1000, bytes: 2 * 1024 * 1024, part: 4 } as const

export function openLeases({ sql, id, appends, warn, fenced }: LeasesOptions): Leases {
  const leases = new Map<string, Lease>()

  const lose = (uuid: string, held: Lease) => {
    if (leases.get(uuid) !== held) return
    leases.delete(uuid)
    held.lost()
  }

  /** Leases that others have taken: of those that were ours when it asked. */
  const look = async () => {
    const asked = [...leases].filter(([, { at }]) => at < performance.now())
    if (asked.length === 0) return
    const rows = await sql<{ uuid: string; token: string }[]>`SELECT uuid, token FROM project
WHERE uuid = ANY(${`{${asked.map(([uuid]) => uuid).join(',')}}`}::uuid[])`
    const tokens = new Map(rows.map(({ uuid, token }) => [uuid, Number(token)]))
    for (const [uuid, held] of asked) if (tokens.get(uuid) !== held.token) lose(uuid, held)
  }

  const release: Leases['release'] = async (uuid) => {
    const held = leases.get(uuid)
    if (!held) return
    leases.delete(uuid)
    await held.basing?.catch(warn)
    await sql`UPDATE project SET node = NULL WHERE uuid = ${uuid} AND token = ${held.token}`
  }

  /** What cannot be done for want of the lease, or of PostgreSQL, costs the lease. */
  const attempted = async (uuid: string, body: (mine: Lease) => Promise<void>): Promise<void> => {
    const mine = leases.get(uuid)
    if (!mine) throw new Fenced(`this node has no lease of ${uuid}`)
    try {
      await body(mine)
    } catch (error) {
      if (error instanceof Fenced) fenced()
      lose(uuid, mine)
      throw error
    }
  }

  /** Its place in the log is the one of now. */
  const replace = (uuid: string, mine: Lease, path: string, instead: boolean, layout?: number): Promise<void> => {
    if (instead) mine.head += 1
    const pos = mine.head
    mine.since = { bytes: 0, records: 0 }
    const { basing = Promise.resolve(), appended } = mine
    const write = async () => {
      await basing.catch(() => {})
      // It says what the log says, up to there.
      await appended
      const isWritten = await writeBase(sql, { uuid, token: mine.token, pos, path, instead, ...(layout && { layout }) })
      if (!isWritten) throw new Fenced(`${uuid} is another node’s`)
      mine.size = statSync(path).size
    }
    const written = write()
    mine.basing = written
    if (!instead) return written
    mine.appended = written
    // What comes after it waits for it.
    mine.isReplacing = true
    return written.then(() => {
      if (mine.appended === written) mine.isReplacing = false
    })
  }

  const take: Leases['take'] = async (uuid, lost, layout) => {
    const asked = performance.now()
    const [row] = await sql.unsafe<Claimed[]>(claimSql, [uuid, id, layout])
    if (!row) return problem(await whyNot(sql, uuid, layout))
    const [token, head, base] = [Number(row.token), Number(row.head), Number(row.base)]
    const mine: Lease = {
      ...{ token, head, lost, at: asked, size: 0, basing: undefined, appended: Promise.resolve(), isReplacing: false },
      since: { bytes: 0, records: head - base },
    }
    // Its cache was another one: the lease that this node had is over.
    const before = leases.get(uuid)
    if (before) lose(uuid, before)
    leases.set(uuid, mine)
    return ok({ mine, base, layout: row.layout })
  }

  return {
    get: (uuid) => leases.get(uuid),
    uuids: () => [...leases.keys()],
    take,
    release,
    loseAll: () => {
      for (const [uuid, held] of [...leases]) lose(uuid, held)
    },
    look,
    append: (uuid, set) =>
      attempted(uuid, (mine) => {
        mine.head += 1
        mine.since.bytes += set.byteLength
        mine.since.records += 1
        const entry = { uuid, token: mine.token, pos: mine.head, set }
        const before = mine.appended
        const now = mine.isReplacing ? before.then(() => appends.append(entry)) : appends.append(entry)
        mine.appended = now
        return now
      }),
    putBase: (uuid, path, { instead = false, layout } = {}) =>
      attempted(uuid, (mine) => replace(uuid, mine, path, instead, layout)),
    isBaseDue: (uuid) => {
      const mine = leases.get(uuid)
      if (!mine) return false
      return (
        mine.since.records >= due.records || mine.since.bytes >= Math.max(due.bytes, Math.floor(mine.size / due.part))
      )
    },
  }
}

async function whyNot(sql: ISql, uuid: string, layout: number): Promise<Problem> {
  const [found] = await sql<{ layout: number }[]>`SELECT layout FROM project WHERE uuid = ${uuid}`
  if (!found) return { kind: 'projectNotFound', name: uuid }
  if (found.layout > layout) return { kind: 'newerProject', name: uuid, version: found.layout }
  return { kind: 'storageFailed', detail: 'another node has the project' }
}
