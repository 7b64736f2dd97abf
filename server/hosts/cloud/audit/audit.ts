/**
 * The audit log of a server of many people: `audit.sqlite` in its folder, apart from accounts and projects. `src/model/audit.ts` says what is in it.
 *
 * Promises: a line is never changed, and goes when its time is over, not before; the database itself refuses both. What was noted outlives a
 * crash of the program. A power cut may take the last moments: nobody waits for the disk to be let in to a project. That a line cannot be
 * written (a full disk) is said in the log, and keeps nobody from their work.
 */
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type AuditEvent,
  type AuditLine,
  isAuditEvent,
  longestUntold,
  oncePerDay,
} from '../../../../src/model/audit.ts'
import { orDamaged } from '../../../base/failures.ts'
import type { Fields } from '../../../base/log.ts'
import type { MoreOfUse, Person } from '../../../host.ts'

const day = 24 * 60 * 60_000
const sweepEvery = day / 24
/** Version of these tables. */
const layoutVersion = 1

/** `once`: of what is noted once for each session, project and day, or for each time that is told of it. */
const sql = `
CREATE TABLE IF NOT EXISTS lines (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, event TEXT NOT NULL, account TEXT,
  operator INTEGER NOT NULL DEFAULT 0, project TEXT, other TEXT, detail TEXT, address TEXT, once TEXT UNIQUE) STRICT;
CREATE INDEX IF NOT EXISTS lines_project ON lines(project, id);
CREATE INDEX IF NOT EXISTS lines_account ON lines(account, id);
CREATE INDEX IF NOT EXISTS lines_at ON lines(at);
-- what is older than this may go
CREATE TABLE IF NOT EXISTS bound (id INTEGER PRIMARY KEY CHECK (id = 1), before INTEGER NOT NULL) STRICT;
INSERT OR IGNORE INTO bound (id, before) VALUES (1, 0);
CREATE TRIGGER IF NOT EXISTS lines_unchanged BEFORE UPDATE ON lines
  BEGIN SELECT RAISE(ABORT, 'a line of the audit log is not changed'); END;
CREATE TRIGGER IF NOT EXISTS lines_kept BEFORE DELETE ON lines WHEN old.at >= (SELECT before FROM bound)
  BEGIN SELECT RAISE(ABORT, 'a line of the audit log stays until its time is over'); END;
`

export const auditPathIn = (data: string): string => join(data, 'audit.sqlite')

/** What is looked for; what is left out: any. Times in ms since 1970. */
export interface AuditFilter {
  project?: string
  /** Also the line by which the project was made as a copy of another. */
  withOrigin?: boolean
  /** Who did it, or whom it was about. */
  account?: string
  since?: number
  /** Lines before the one of this id. */
  before?: number
  /** Left out: all. */
  limit?: number
}

export interface AuditLog {
  /** What somebody has done with a project. */
  used(event: AuditEvent, person: Person, project: string, more?: MoreOfUse): void
  /** What the security log has; what is no matter of the audit is left out. */
  heard(event: string, fields: Fields): void
  /** The newest first, read from the disk as they are asked for. */
  lines(filter: AuditFilter): IterableIterator<AuditLine>
  close(): void
}

export interface AuditOptions {
  data: string
  /** Days that a line stays; 0: nothing is noted. */
  days: number
  failed: (error: unknown) => void
  now?: () => number
}

export function openAudit({ data, days, failed, now = Date.now }: AuditOptions): AuditLog {
  const db = openAuditDatabase(data)
  const insert =
    db.prepare(`INSERT OR IGNORE INTO lines (at, event, account, operator, project, other, detail, address, once)
VALUES ($at, $event, $account, $operator, $project, $other, $detail, $address, $once)`)
  /** What was noted today and is not to be noted again: asked at every step, so that the database is not. */
  let known = { day: '', keys: new Set<string>() }
  const isKnown = (key: string, today: string): boolean => {
    if (known.day !== today) known = { day: today, keys: new Set() }
    const before = known.keys.has(key)
    known.keys.add(key)
    return before
  }
  const note = (line: Omit<AuditLine, 'id'>, once: string | null = null): void => {
    if (days === 0) return
    try {
      insert.run({ ...line, operator: line.operator ? 1 : 0, once })
    } catch (error) {
      if (once !== null) known.keys.delete(once)
      failed(error)
    }
  }
  const sweep = () => {
    try {
      db.prepare('UPDATE bound SET before = max(before, ?)').run(now() - days * day)
      db.prepare('DELETE FROM lines WHERE at < (SELECT before FROM bound)').run()
    } catch (error) {
      failed(error)
    }
  }
  sweep()
  const sweeping = setInterval(sweep, sweepEvery).unref()

  return {
    used: (event, { id, session }, project, { detail = null, at: told } = {}) => {
      const at = now()
      const about = { account: id, operator: false, project, other: null, detail, address: null }
      // Whoever has heard no answer tells of the same again.
      if (told !== undefined)
        return note({ at: likelyTime(told, at), event, ...about }, `${event} ${id} ${project} ${detail} ${told}`)
      const today = new Date(at).toISOString().slice(0, 10)
      const once = oncePerDay.has(event) ? `${event} ${session} ${project} ${today}` : null
      if (once !== null && isKnown(once, today)) return
      note({ at, event, ...about }, once)
    },
    heard: (event, fields) => {
      if (isAuditEvent(event)) note(lineOf(event, fields, now()))
    },
    lines: (filter) => linesOf(db, filter),
    close: () => {
      clearInterval(sweeping)
      db.close()
    },
  }
}

/** A clock elsewhere may be wrong: what it says is taken where it may be true. Times in ms since 1970. */
const likelyTime = (told: number, now: number): number => (told <= now && told >= now - longestUntold ? told : now)

/** Of which the log has lines: ids that begin like that, at most two. `of`: accounts, also those that something was about, or projects. */
export function idsInAudit(data: string, of: 'account' | 'project', start: string): string[] {
  if (!existsSync(auditPathIn(data))) return []
  const db = openAuditDatabase(data)
  const columns = of === 'account' ? ['account', 'other'] : ['project']
  const each = columns.map(
    (column) => `SELECT ${column} AS id FROM lines WHERE substr(${column}, 1, length($start)) = $start`,
  )
  try {
    const rows = db.prepare(`${each.join(' UNION ')} LIMIT 2`).all({ start })
    return rows.map(({ id }) => String(id))
  } finally {
    db.close()
  }
}

/** For `thicket admin`, beside a server that runs or without one. Nothing is made where there is none yet. */
export function readAudit(data: string, filter: AuditFilter): AuditLine[] {
  if (!existsSync(auditPathIn(data))) return []
  const db = openAuditDatabase(data)
  try {
    return [...linesOf(db, filter)]
  } finally {
    db.close()
  }
}

const remedy =
  'Move it away, with audit.sqlite-wal and audit.sqlite-shm where they are: the log begins anew without it. A backup has its lines up to then.'

const openAuditDatabase = (data: string): DatabaseSync =>
  orDamaged(auditPathIn(data), remedy, () => openAt(auditPathIn(data)))

function openAt(path: string): DatabaseSync {
  const isNew = !existsSync(path)
  const db = new DatabaseSync(path, { timeout: 5000 })
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON',
  )
  if (isNew && process.platform !== 'win32') chmodSync(path, 0o600)
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > layoutVersion) {
    db.close()
    throw new Error(`${path} was made by a newer Thicket`)
  }
  db.exec(sql)
  db.exec(`PRAGMA user_version = ${layoutVersion}`)
  return db
}

/** A line of the security log: `with` and `owner` name whom it is about, `right` what they have now, `issuer` by which provider somebody came in, `at` when an operator did it. */
function lineOf(event: AuditEvent, fields: Fields, now: number): Omit<AuditLine, 'id'> {
  const text = (...keys: string[]): string | null => {
    const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found : null
  }
  return {
    at: Date.parse(text('at') ?? '') || now,
    event,
    account: text('account'),
    operator: fields.by === 'operator',
    project: text('project'),
    other: text('with', 'owner'),
    detail: text('right', 'detail', 'issuer'),
    address: text('address'),
  }
}

function* linesOf(db: DatabaseSync, filter: AuditFilter): IterableIterator<AuditLine> {
  const { project, withOrigin, account, since, before, limit = -1 } = filter
  const wanted = [
    project !== undefined &&
      (withOrigin ? "(project = $project OR (event = 'projectCopied' AND detail = $project))" : 'project = $project'),
    account !== undefined && '(account = $account OR other = $account)',
    since !== undefined && 'at >= $since',
    before !== undefined && 'id < $before',
  ].filter((each) => each !== false)
  const values = Object.fromEntries(
    Object.entries({ project, account, since, before, limit }).filter(([, value]) => value !== undefined),
  ) as Record<string, string | number>
  const rows = db.prepare(`SELECT id, at, event, account, operator, project, other, detail, address FROM lines
${wanted.length > 0 ? `WHERE ${wanted.join(' AND ')} ` : ''}ORDER BY id DESC LIMIT $limit`)
  for (const row of rows.iterate(values)) yield { ...row, operator: row.operator === 1 } as unknown as AuditLine
}
