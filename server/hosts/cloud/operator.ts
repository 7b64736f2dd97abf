/**
 * What whoever runs the server does with its accounts (`thicket admin`), beside a server that runs or without one: a server hears of it
 * within half a second (`accounts.ts`).
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { cleanEmail, isEmail } from '../../../src/model/rules/projects/email.ts'
import { type AccountRow, cleanName, openAccountRows, withoutFactor } from './accounts/accountRows.ts'
import { openLinks } from './accounts/links.ts'
import { openPasswords, type Passwords, passwordProblem } from './accounts/passwords.ts'
import { openRecovery } from './accounts/recovery.ts'
import { openSessions } from './accounts/sessions.ts'
import type { CloudDatabase } from './database.ts'
import { forgetTranscriptionKey } from './transcription/forgetKey.ts'

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
}

/** All that the database has of a person, but for hashes. */
export interface PersonData {
  account: Omit<AccountRow, 'password' | 'factor' | 'factorBegun' | 'factorUsed'> & { factor: boolean }
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

export interface Operator {
  /** The id of an account; null: there is none with this email. */
  idOf(email: string): string | null
  /** Problems: invalidEmail, accountNameRequired, passwordToo…, emailTaken. */
  create(
    email: string,
    name: string | undefined,
    password: string,
  ): Promise<Result<{ id: string; email: string; name: string }>>
  /** Ends all sessions. Problems: accountNotFound, passwordToo…. */
  setPassword(email: string, password: string): Promise<Result<void>>
  removeFactor(email: string): Result<void>
  /** What waits for the new one is the account's. Problems: accountNotFound, invalidEmail, emailTaken. */
  changeEmail(email: string, to: string): Result<void>
  list(): Listed[]
  data(email: string): Result<PersonData>
  /** The account and its projects are gone from the database; the files of these are returned, to be deleted when they are free. */
  remove(email: string): Result<{ uuid: string; path: string; isShared: boolean }[]>
}

export function openOperator(
  database: CloudDatabase,
  { region }: { region: string },
  passwords: Passwords = openPasswords(),
): Operator {
  const { db, transaction } = database
  const people = openAccountRows(database, Date.now)
  const sessions = openSessions(database, () => {}, Date.now)
  const links = openLinks(database, Date.now)
  const find = (written: string): Result<AccountRow> => {
    const account = people.byEmail(cleanEmail(written))
    return account ? { ok: account } : problem({ kind: 'accountNotFound' })
  }
  const hashed = async (password: string, about: string[]): Promise<Result<string>> => {
    const wrong = await passwordProblem(password, about)
    return wrong ? problem(wrong) : passwords.hash(password, 'operator')
  }
  return {
    idOf: (written) => people.byEmail(cleanEmail(written))?.id ?? null,
    create: async (written, writtenName, password) => {
      const email = cleanEmail(written)
      if (!isEmail(email)) return problem({ kind: 'invalidEmail' })
      const name = cleanName(writtenName ?? email.split('@')[0] ?? '')
      if ('problem' in name) return name
      if (people.byEmail(email)) return problem({ kind: 'emailTaken' })
      const made = await hashed(password, [email, name.ok])
      if ('problem' in made) return made
      return transaction(() => {
        const account = people.insert({ email, name: name.ok, password: made.ok, region, language: 'en' })
        if ('problem' in account) return account
        people.proven(email)
        return { ok: { id: account.ok.id, email, name: name.ok } }
      })
    },
    setPassword: async (written, password) => {
      const account = find(written)
      if ('problem' in account) return account
      const { id, email, name } = account.ok
      const made = await hashed(password, [email, name])
      if ('problem' in made) return made
      transaction(() => {
        people.change(id, { password: made.ok, emailWaiting: null })
        forgetTranscriptionKey(database, id)
        sessions.endAll(id)
        links.drop(email)
        links.dropOf(id)
      })
      return { ok: undefined }
    },
    removeFactor: (written) => {
      const account = find(written)
      if ('problem' in account) return account
      openRecovery(database).drop(account.ok.id)
      return people.change(account.ok.id, withoutFactor)
    },
    changeEmail: (written, to) => {
      const account = find(written)
      if ('problem' in account) return account
      const email = cleanEmail(to)
      if (!isEmail(email)) return problem({ kind: 'invalidEmail' })
      return transaction(() => {
        const moved = people.change(account.ok.id, { email, emailWaiting: null })
        if ('problem' in moved) return moved
        links.drop(account.ok.email)
        links.dropOf(account.ok.id)
        people.proven(email)
        return { ok: undefined }
      })
    },
    list: () =>
      db
        .prepare(`SELECT id, email, name, created, nullif(max(
  coalesce((SELECT max(used) FROM sessions WHERE account = a.id), 0),
  coalesce((SELECT max(used) FROM addresses WHERE account = a.id), 0)), 0) AS used,
(SELECT count(*) FROM sessions WHERE account = a.id AND until > ?1) AS sessions,
(SELECT count(*) FROM projects WHERE owner = a.id) AS projects,
(SELECT count(*) FROM shares WHERE account = a.id) AS shared, factor IS NOT NULL AS factor FROM accounts a ORDER BY email`)
        .all(Date.now())
        .map((row) => ({ ...row, factor: row.factor === 1 }) as unknown as Listed),
    data: (written) => {
      const account = find(written)
      if ('problem' in account) return account
      const { password: _, factorBegun: __, factorUsed: ___, factor, ...rest } = account.ok
      const all = <T>(sql: string, key: string) =>
        db
          .prepare(sql)
          .all(key)
          .map((row) => ({ ...row })) as unknown as T[]
      const { id } = rest
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
        ok: {
          account: { ...rest, factor: factor !== null },
          sessions: all('SELECT id, agent, created, used, until FROM sessions WHERE account = ? ORDER BY created', id),
          projects: projects.map((project) => ({ ...project, shares: shares(project.uuid) })),
          shared: all(
            `SELECT s.project, p.name, s.access, s.created FROM shares s JOIN projects p ON p.uuid = s.project
WHERE s.account = ? ORDER BY s.created`,
            id,
          ),
          authors: all('SELECT project, author FROM authors WHERE account = ? ORDER BY project', id),
        },
      }
    },
    remove: (written) => {
      const account = find(written)
      if ('problem' in account) return account
      const { id, email } = account.ok
      return transaction(() => {
        links.drop(email)
        return { ok: people.remove(id) }
      })
    },
  }
}
