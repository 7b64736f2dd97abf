/** All that the database has of a person: what they take along themselves, and what an operator exports for them. */
import type { CloudDatabase } from '../database.ts'
import type { AccountRow } from './accountRows.ts'

/** But for hashes and secrets. Times in ms since 1970. */
export interface PersonData {
  account: Omit<AccountRow, 'password' | 'factor' | 'factorBegun' | 'factorUsed'> & { factor: boolean }
  /** By which providers they sign in. */
  signIns: { issuer: string; subject: string; created: number; used: number }[]
  sessions: { id: string; agent: string; created: number; used: number; until: number }[]
  projects: {
    uuid: string
    name: string
    created: number
    shares: { email: string; access: string; invited: boolean }[]
  }[]
  shared: { project: string; name: string; access: string; created: number }[]
  /** The names that their rows bear, by project. */
  authors: { project: string; author: string }[]
}

export function personDataOf({ db }: CloudDatabase, row: AccountRow): PersonData {
  const { password: _, factorBegun: __, factorUsed: ___, factor, ...account } = row
  const { id } = account
  const all = <T>(sql: string, key: string) =>
    db
      .prepare(sql)
      .all(key)
      .map((found) => ({ ...found })) as unknown as T[]
  const projects = all<{ uuid: string; name: string; created: number }>(
    'SELECT uuid, name, created FROM projects WHERE owner = ? ORDER BY created, uuid',
    id,
  )
  const shares = (uuid: string) =>
    all<{ email: string; access: string; invited: number }>(
      `SELECT a.email, s.access, 0 AS invited FROM shares s JOIN accounts a ON a.id = s.account WHERE s.project = ?1
UNION ALL SELECT email, access, 1 FROM invitations WHERE project = ?1 ORDER BY 1`,
      uuid,
    ).map((share) => ({ ...share, invited: share.invited === 1 }))
  return {
    account: { ...account, factor: factor !== null },
    signIns: all('SELECT issuer, subject, created, used FROM identities WHERE account = ? ORDER BY created', id),
    sessions: all('SELECT id, agent, created, used, until FROM sessions WHERE account = ? ORDER BY created', id),
    projects: projects.map((project) => ({ ...project, shares: shares(project.uuid) })),
    shared: all(
      `SELECT s.project, p.name, s.access, s.created FROM shares s JOIN projects p ON p.uuid = s.project
WHERE s.account = ? ORDER BY s.created`,
      id,
    ),
    authors: all('SELECT project, author FROM authors WHERE account = ? ORDER BY project', id),
  }
}
