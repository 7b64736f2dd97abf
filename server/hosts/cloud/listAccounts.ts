import type { CloudDatabase } from './database.ts'

/** Times in ms since 1970. */
export interface Listed {
  id: string
  email: string
  name: string
  created: number
  /** Last seen: a session of theirs, or a sign-in of the last 90 days; null: neither. */
  used: number | null
  sessions: number
  projects: number
  /** Projects of others. */
  shared: number
  factor: boolean
  disabled: boolean
  /** MB, and how many projects, where they are others than the settings'. */
  quota: number | null
  mostProjects: number | null
}

export const listAccounts = ({ db }: CloudDatabase): Listed[] =>
  db
    .prepare(`SELECT id, email, name, created, nullif(max(
  coalesce((SELECT max(used) FROM sessions WHERE account = a.id), 0),
  coalesce((SELECT max(used) FROM addresses WHERE account = a.id), 0)), 0) AS used,
(SELECT count(*) FROM sessions WHERE account = a.id AND until > ?1) AS sessions,
(SELECT count(*) FROM projects WHERE owner = a.id) AS projects,
(SELECT count(*) FROM shares WHERE account = a.id) AS shared, factor IS NOT NULL AS factor, disabled IS NOT NULL AS disabled, quota, mostProjects FROM accounts a ORDER BY email`)
    .all(Date.now())
    .map((row) => ({ ...row, factor: row.factor === 1, disabled: row.disabled === 1 }) as unknown as Listed)
