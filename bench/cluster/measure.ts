/**
 * What the deeds of several nodes cost on this machine, by the processor time of PostgreSQL and of the node: with these figures `simulate.ts` reckons what
 * larger sites would do. Processor time, since a machine that others use too says nothing by its clock.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateProject } from '../../fixtures/testing/generateProject.ts'
import { replayProject } from '../../server/cluster/guest.ts'
import { accountsUuid } from '../../server/cluster/tables.ts'
import { openTruth, type Truth } from '../../server/cluster/truth.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { isProblem } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Cost, Figures } from './figures.ts'

/** Projects that are written to; steps that each takes; those of them that go to PostgreSQL at once where many write. */
const many = { projects: 200, steps: 50, together: 50 }
/** Leases that a node has while it renews itself. */
const leases = 2000
const times = { renew: 200, claim: 400, look: 2000, base: 3, restore: 3 }

const uuidOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`

export async function measure(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'thicket-measure-'))
  const postgres = await startPostgres()
  const truth = await openTruth({
    ...{ url: postgres.url, address: 'http://node', version: '1', warn: console.error },
    // Nothing but what is measured goes on.
    ...{ lease: 3_600_000, renewEvery: 3_600_000 },
  })
  const costOf = await meter(truth)
  try {
    const path = join(folder, 'small.qrk')
    generateProject(path, 'interview')
    await makeProjects(truth, path, leases)
    const claim = await claimed(truth, costOf)
    const append = await appended(truth, costOf)
    return {
      ...append,
      claim,
      renew: await renewed(truth, costOf),
      follow: (await costOf(times.look, () => truth.stands(accountsUuid))).database,
      ...(await moved(truth, costOf, folder)),
    }
  } finally {
    await truth.close()
    await postgres.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Those that are written to, and as many more as there are leases, without a base: of these nothing but the lease matters. */
async function makeProjects(truth: Truth, path: string, count: number): Promise<void> {
  for (let i = 0; i < many.projects; i += 1) await truth.create(uuidOf(i), path)
  const { sql } = truth
  await sql`INSERT INTO project (uuid, layout)
SELECT ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 0 FROM generate_series(${many.projects}::int, ${count - 1}::int) AS i`
  await sql`ANALYZE`
}

type CostOf = (count: number, deed: (i: number) => Promise<unknown>) => Promise<Cost>

async function meter({ sql }: Truth): Promise<CostOf> {
  const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  const server = parentOf(row?.pid ?? 0)
  return async (count, deed) => {
    const [began, own] = [await databaseTime(server), process.cpuUsage()]
    for (let i = 0; i < count; i += 1) await deed(i)
    const { user, system } = process.cpuUsage(own)
    return { database: ((await databaseTime(server)) - began) / count, node: (user + system) / 1e6 / count }
  }
}

/** Its lease is let go again each time. */
const claimed = (truth: Truth, costOf: CostOf): Promise<Cost> =>
  costOf(times.claim, async (i) => {
    const uuid = uuidOf(i % many.projects)
    const leased = await truth.lease(uuid, () => {}, 1_000_000)
    if (isProblem(leased)) throw new Error(JSON.stringify(leased.problem))
    await truth.release(uuid)
  })

/** Steps of as many bytes as one has on average: one in each statement, and many. */
async function appended(truth: Truth, costOf: CostOf): Promise<Pick<Figures, 'record' | 'statement' | 'walBytes'>> {
  const set = new Uint8Array(660).fill(7)
  for (let i = 0; i < many.projects; i += 1) await truth.lease(uuidOf(i), () => {}, 1_000_000)
  const alone = await costOf(many.projects * 10, (i) => truth.append(uuidOf(i % many.projects), set))
  const before = await position(truth)
  const rounds = (many.projects / many.together) * many.steps
  const together = await costOf(rounds, (round) =>
    Promise.all(
      Array.from({ length: many.together }, (_, i) =>
        truth.append(uuidOf((round * many.together + i) % many.projects), set),
      ),
    ),
  )
  const walBytes = ((await position(truth)) - before) / (rounds * many.together)
  // A statement of n records costs s + n r.
  const per = (of: keyof Cost) => (together[of] - alone[of]) / (many.together - 1)
  const record = { database: per('database'), node: per('node') }
  return {
    record,
    statement: { database: alone.database - record.database, node: alone.node - record.node },
    walBytes,
  }
}

/** By how many leases a node has: what it looks up when it renews itself. */
async function renewed(truth: Truth, costOf: CostOf): Promise<Figures['renew']> {
  const { sql, id } = truth
  const uuids = Array.from({ length: leases }, (_, i) => uuidOf(i))
  const look = (count: number) => () =>
    sql`SELECT uuid, token FROM project WHERE uuid = ANY(${`{${uuids.slice(0, count).join(',')}}`}::uuid[])`
  const none = await costOf(times.renew, () => sql`UPDATE node SET until = now() + interval '1 hour' WHERE id = ${id}`)
  const all = await costOf(times.renew, look(leases))
  return { each: none.database, lease: all.database / leases }
}

/** A project of 10 MB, and the steps behind its base, to and from PostgreSQL. */
async function moved(
  truth: Truth,
  costOf: CostOf,
  folder: string,
): Promise<Pick<Figures, 'base' | 'restore' | 'packed'>> {
  const path = join(folder, 'ten.qrk')
  generateProject(path, { ...shape, sources: 300, highlights: 30_000 })
  const megabytes = statSync(path).size / 2 ** 20
  const uuid = uuidOf(900_000)
  await truth.create(uuid, path)
  await truth.lease(uuid, () => {}, 1_000_000)
  const base = await costOf(times.base, () => truth.putBase(uuid, path))
  const { size } = (
    await truth.sql<{ size: number }[]>`SELECT sum(length(bytes))::float8 AS size FROM base_part
WHERE project = ${uuid} AND pos = (SELECT base FROM project WHERE uuid = ${uuid})`
  )[0] ?? { size: 0 }
  const whole = await restored(truth, costOf, uuid, folder)
  const steps = 2000
  await addSteps(truth, uuid, path, steps)
  const behind = await restored(truth, costOf, uuid, folder)
  const perMegabyte = ({ database, node }: Cost) => ({ database: database / megabytes, node: node / megabytes })
  return {
    base: perMegabyte(base),
    packed: size / 2 ** 20 / megabytes,
    restore: {
      megabyte: perMegabyte(whole),
      step: { database: (behind.database - whole.database) / steps, node: (behind.node - whole.node) / steps },
    },
  }
}

const shape = { sources: 30, textLength: 10_000, quirks: 80, highlights: 3000, authors: 3, groups: 6, properties: 5 }

const restored = (truth: Truth, costOf: CostOf, uuid: string, folder: string): Promise<Cost> =>
  costOf(times.restore, async (i) => {
    const copy = join(folder, `restored-${i}.qrk`)
    const read = await truth.read(uuid, copy, replayProject)
    if (isProblem(read)) throw new Error(JSON.stringify(read.problem))
    rmSync(copy)
  })

/** Highlights, each a transaction, as somebody makes them. */
async function addSteps(truth: Truth, uuid: string, path: string, count: number): Promise<void> {
  const db = openNode(path)
  try {
    db.record?.()
    const insert = `INSERT INTO highlights (id, sourceId, questionId, quirkId, start, length, author, timestamp)
SELECT max(id) + 1, sourceId, questionId, quirkId, start + 1, length, author, timestamp FROM highlights`
    for (let i = 0; i < count; i += 1) {
      db.exec(insert)
      const set = db.changes?.()
      if (!(set instanceof Uint8Array)) throw new Error('a step told of no change')
      await truth.append(uuid, set)
    }
  } finally {
    db.close()
  }
}

const position = async ({ sql }: Truth): Promise<number> => {
  const [row] = await sql<{ at: number }[]>`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS at`
  return row?.at ?? 0
}

const ticks = 100
const statusOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
export const parentOf = (pid: number): number => Number(statusOf(pid)[1])

/** s of processor of a PostgreSQL with all its processes, also those that have ended. Linux only. */
export async function databaseTime(server: number): Promise<number> {
  let sum = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = statusOf(Number(name))
      if (Number(name) === server) sum += Number(user) + Number(system) + Number(endedUser) + Number(endedSystem)
      else if (Number(parent) === server) sum += Number(user) + Number(system)
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum / ticks
}
