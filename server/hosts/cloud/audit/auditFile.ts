/** The audit log of one server: `audit.sqlite` in its folder, apart from accounts and projects. */
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AuditLine } from '../../../../src/model/audit.ts'
import { writable } from '../../../base/auditLine.ts'
import { orDamaged } from '../../../base/failures.ts'
import type { AuditFilter, AuditStore, NotedLine } from './audit.ts'

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

/** Throws where it cannot be read or written. */
export function openAuditFile(data: string): AuditStore {
  const db = openAuditDatabase(data)
  const insert =
    db.prepare(`INSERT OR IGNORE INTO lines (at, event, account, operator, project, other, detail, address, once)
VALUES ($at, $event, $account, $operator, $project, $other, $detail, $address, $once)`)
  return {
    add: (line) => void insert.run({ ...writable(line), operator: line.operator ? 1 : 0 }),
    sweep: (before) => {
      db.prepare('UPDATE bound SET before = max(before, ?)').run(before)
      db.prepare('DELETE FROM lines WHERE at < (SELECT before FROM bound)').run()
    },
    newest: async (filter) => linesOf(db, filter),
    close: async () => db.close(),
  }
}

/** Of which the log has lines: ids that begin like that, at most two. `of`: accounts, also those that something was about, or projects. */
export function idsInAudit(data: string, of: 'account' | 'project', start: string): string[] {
  if (!existsSync(auditPathIn(data))) return []
  const db = openAuditDatabase(data)
  const columns = of === 'account' ? ['account', 'other'] : ['project']
  const each = columns.map(
    (column) => `SELECT DISTINCT ${column} AS id FROM lines WHERE substr(${column}, 1, length($start)) = $start`,
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
    return linesOf(db, filter)
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

/** All of them as they are kept, the oldest first: for the way to another store. */
export function* keptLines(data: string): IterableIterator<NotedLine> {
  if (!existsSync(auditPathIn(data))) return
  const db = openAuditDatabase(data)
  try {
    const rows = db.prepare(
      'SELECT at, event, account, operator, project, other, detail, address, once FROM lines ORDER BY id',
    )
    for (const row of rows.iterate()) yield { ...row, operator: row.operator === 1 } as unknown as NotedLine
  } finally {
    db.close()
  }
}

function linesOf(db: DatabaseSync, filter: AuditFilter): AuditLine[] {
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
  const rows = db
    .prepare(`SELECT id, at, event, account, operator, project, other, detail, address FROM lines
${wanted.length > 0 ? `WHERE ${wanted.join(' AND ')} ` : ''}ORDER BY id DESC LIMIT $limit`)
    .all(values)
  return rows.map((row) => ({ ...row, operator: row.operator === 1 }) as unknown as AuditLine)
}
