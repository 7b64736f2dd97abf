/**
 * The audit log of several nodes: a table of the database that they have in common, which itself refuses that a line is changed, or goes before its time.
 *
 * Promises: what was noted is there once `settled` has resolved, which a node asks before it answers; what was noted besides, as on a socket, a moment later.
 * Where PostgreSQL does not answer lines wait for it, `mostWaiting` at most, and nobody waits for them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ISql } from 'postgres'
import type { AuditLine } from '../../src/model/audit.ts'
import { writable } from '../base/auditLine.ts'
import type { AuditFilter, AuditStore, NotedLine } from '../hosts/cloud/audit/audit.ts'
import type { Statements } from './connections.ts'

/** Lines of one statement; lines that wait. */
const atOnce = 500
const mostWaiting = 100_000
/** ms */
const pause = 1000

export interface AuditTable extends AuditStore {
  /** Resolves when what was noted before is there, or has failed once more. */
  settled(): Promise<void>
  /** Ids that begin like that, of which there are lines, at most two. `of`: accounts, also those that something was about, or projects. */
  ids(of: 'account' | 'project', start: string): Promise<string[]>
  /** Lines of another server, the oldest first. Rejects where they are not all there. */
  takeOver(lines: Iterable<NotedLine>): Promise<void>
  /** All, the oldest first, some at a time. */
  all(): AsyncIterable<NotedLine[]>
}

/** `failed` hears what PostgreSQL has refused. */
export function auditTable(sql: Statements, failed: (error: unknown) => void): AuditTable {
  let waiting: NotedLine[] = []
  let isClosing = false
  let attempt = Promise.resolve()
  let working: Promise<void> | undefined

  const write = async () => {
    const lines = waiting.slice(0, atOnce)
    await insert(sql, lines)
    waiting = waiting.slice(lines.length)
  }
  const work = async () => {
    while (waiting.length > 0) {
      let isDone = false
      attempt = write().then(() => {
        isDone = true
      }, failed)
      await attempt
      if (isDone) continue
      if (isClosing) break
      await sleep(pause)
    }
    working = undefined
  }

  return {
    add: (line) => {
      if (waiting.length >= mostWaiting) throw new Error('too many lines of the audit log wait for PostgreSQL')
      waiting.push(line)
      // What comes in the same turn of the event loop goes along.
      working ??= Promise.resolve().then(work)
    },
    sweep: (before) => {
      sql
        .begin(async (one) => {
          await one`UPDATE audit_bound SET before = greatest(before, ${before})`
          await one`DELETE FROM audit WHERE at < (SELECT before FROM audit_bound)`
        })
        .catch(failed)
    },
    newest: (filter) => read(sql, filter),
    settled: async () => {
      // One may be under way that does not have the last of them.
      for (let i = 0; i < 2 && waiting.length > 0; i += 1) {
        await Promise.resolve()
        await attempt
      }
    },
    ids: async (of, start) => {
      const rows = await (of === 'project'
        ? sql<{ id: string }[]>`SELECT DISTINCT project AS id FROM audit WHERE starts_with(project, ${start}) LIMIT 2`
        : sql<{ id: string }[]>`SELECT account AS id FROM audit WHERE starts_with(account, ${start})
UNION SELECT other FROM audit WHERE starts_with(other, ${start}) LIMIT 2`)
      return rows.map(({ id }) => id)
    },
    takeOver: async (lines) => {
      let some: NotedLine[] = []
      for (const line of lines) {
        some.push(line)
        if (some.length < atOnce) continue
        await insert(sql, some)
        some = []
      }
      await insert(sql, some)
    },
    all: async function* () {
      const rows = sql<(NotedLine & { at: string })[]>`
SELECT at, event, account, operator, project, other, detail, address, once FROM audit ORDER BY id`
      for await (const some of rows.cursor(atOnce)) yield some.map((row) => ({ ...row, at: Number(row.at) }))
    },
    close: async () => {
      isClosing = true
      await working
    },
  }
}

async function insert(sql: ISql, lines: readonly NotedLine[]): Promise<void> {
  await sql`INSERT INTO audit (at, event, account, operator, project, other, detail, address, once)
SELECT at, event, account, operator, project, other, detail, address, once FROM ROWS FROM (
  jsonb_to_recordset(${JSON.stringify(lines.map(writable))}::text::jsonb) AS (at bigint, event text, account text, operator bool, project text, other text, detail text, address text, once text)
) WITH ORDINALITY ORDER BY ordinality ON CONFLICT (once) DO NOTHING`
}

async function read(sql: ISql, filter: AuditFilter): Promise<AuditLine[]> {
  const { project, withOrigin, account, since, before, limit } = filter
  const every = sql`true`
  const ofProject =
    project === undefined
      ? every
      : withOrigin
        ? sql`(project = ${project} OR (event = 'projectCopied' AND detail = ${project}))`
        : sql`project = ${project}`
  const rows = await sql<(AuditLine & { id: string; at: string })[]>`
SELECT id, at, event, account, operator, project, other, detail, address FROM audit WHERE ${ofProject}
AND ${account === undefined ? every : sql`(account = ${account} OR other = ${account})`}
AND ${since === undefined ? every : sql`at >= ${since}`} AND ${before === undefined ? every : sql`id < ${before}`}
ORDER BY id DESC ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
  return rows.map((row) => ({ ...row, id: Number(row.id), at: Number(row.at) }))
}
