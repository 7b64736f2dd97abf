/** The rows of accounts. */
import { randomUUID } from 'node:crypto'
import { problem, type Result } from '../../../../src/model/problems.ts'
import { cleanLine } from '../../../../src/model/text/richText.ts'
import type { GoneProject } from '../../../host.ts'
import type { CloudDatabase } from '../database.ts'
import { hashOfToken } from './tokens.ts'

/** In units. */
export const longestAccountName = 200
const day = 24 * 60 * 60_000
/** How long an address from which an account was signed in to is known. */
const addressLife = 90 * day
/** Of one account; the one that was not used for longest goes first. */
const mostAddresses = 50
/** For how long the browsers of a deleted account can hear of it: as long as a session may last. */
const goneLife = 365 * day

export interface AccountRow {
  id: string
  email: string
  name: string
  /** PHC string; empty: there is none, and its person signs in with a provider alone. */
  password: string
  region: string
  language: string
  created: number
  /** The secret of the second factor; null: none is asked for. */
  factor: string | null
  /** One that has not been confirmed. */
  factorBegun: string | null
  /** The step of time of the last code that was taken. */
  factorUsed: number
  /** 1: whoever reads mail to its email has shown that this is their account. */
  proven: 0 | 1
  /** The email that is the account's once the link that was sent to it is followed; null: none waits. */
  emailWaiting: string | null
  /** By which its person opens transcripts, sealed by the password, in the page's words; null: there is none yet. */
  transcriptionKey: string | null
  /** 1: it was made where accounts are paid for, and is to be. */
  owes: 0 | 1
  /** 1: somebody else pays for it. */
  volume: 0 | 1
  /** Who it is for Stripe; null: nobody yet. */
  customer: string | null
  /** MB that their projects may have, 0: no bound; null: as many as the settings say. */
  quota: number | null
  /** How many projects they may have, 0: no bound; null: as many as the settings say. */
  mostProjects: number | null
  /** 1: may see the operator's page. */
  operator: 0 | 1
  /** Since when nobody is let in, ms since 1970; null: its person is. */
  disabled: number | null
  /** 0: the groups of their provider do not let them make projects. */
  mayCreate: 0 | 1
}

export type NewAccount = Pick<AccountRow, 'email' | 'name' | 'password' | 'region' | 'language'> &
  Partial<Pick<AccountRow, 'owes'>>

export interface AccountRows {
  byId(id: string): AccountRow | undefined
  byEmail(email: string): AccountRow | undefined
  /** Problems: emailTaken. */
  insert(account: NewAccount): Result<AccountRow>
  /** Problems: emailTaken. */
  change(id: string, change: Partial<Omit<AccountRow, 'id' | 'created'>>): Result<void>
  /** The account and its projects, whose files are left. Its browsers can hear that it is gone. */
  remove(id: string): (GoneProject & { path: string; isShared: boolean })[]
  /** Whether this is a refresh token of an account that was deleted while the session was there: of no other is anything said. */
  isGone(refreshToken: string): boolean
  isEmpty(): boolean
  /** Whether a share waits for whoever reads mail to this address. */
  isInvited(email: string): boolean
  /** Whoever reads mail to this address is the account's person: what waits for it is theirs. True: something did. */
  proven(email: string): boolean
  /** The account, and all who see a project that it sees: their lists name it, or it theirs. */
  around(id: string): Set<string>
  knows(id: string, address: string): boolean
  remember(id: string, address: string): void
  sweep(): void
}

/** Problems: accountNameRequired, tooLong. */
export function cleanName(written: string): Result<string> {
  // Without what turns or hides words: names are told apart by what is seen of them.
  const seen = written.replace(/[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '').normalize('NFC')
  const name = cleanLine(seen).replace(/\s+/gu, ' ').trim()
  if (name === '') return problem({ kind: 'accountNameRequired' })
  return name.length > longestAccountName ? problem({ kind: 'tooLong', most: longestAccountName }) : { ok: name }
}

/** Whether its person has a password, by which they can sign in. */
export const hasPassword = ({ password }: Pick<AccountRow, 'password'>): boolean => password !== ''

/** No second factor, nor one that is being set up. */
export const withoutFactor = { factor: null, factorBegun: null, factorUsed: 0 } as const

/** `tookUp` hears which invitations have become shares of an account: in the transaction in which they do. */
export function openAccountRows(
  { db, transaction }: CloudDatabase,
  now: () => number,
  tookUp: (account: string, share: { project: string; right: string }) => void = () => {},
): AccountRows {
  const byId = db.prepare('SELECT * FROM accounts WHERE id = ?')
  const byEmail = db.prepare('SELECT * FROM accounts WHERE email = ?')
  const around =
    db.prepare(`WITH seen AS (SELECT uuid FROM projects WHERE owner = ?1 UNION SELECT project FROM shares WHERE account = ?1)
SELECT owner AS id FROM projects WHERE uuid IN seen UNION SELECT account FROM shares WHERE project IN seen`)
  const noteLeaving =
    db.prepare(`INSERT OR IGNORE INTO gone (refresh, account, at) SELECT refresh, ?1, ?2 FROM sessions WHERE account = ?1
UNION SELECT spent.refresh, ?1, ?2 FROM spent JOIN sessions ON sessions.id = spent.session WHERE account = ?1`)
  const gone = db.prepare('SELECT 1 FROM gone WHERE refresh = ? AND account NOT IN (SELECT id FROM accounts)')
  const addressHash = (id: string, address: string) => hashOfToken(`${id} ${address}`)
  const emailOf = (email: string) => byEmail.get(email) as AccountRow | undefined
  return {
    byId: (id) => byId.get(id) as AccountRow | undefined,
    byEmail: emailOf,
    insert: (account) => {
      const made = {
        owes: 0,
        ...account,
        id: randomUUID(),
        created: now(),
        ...withoutFactor,
        proven: 0,
        emailWaiting: null,
        transcriptionKey: null,
        volume: 0,
        customer: null,
        quota: null,
        mostProjects: null,
        operator: 0,
        disabled: null,
        mayCreate: 1,
      } as const
      return emailFree(() => {
        transaction(() =>
          db
            .prepare(`INSERT INTO accounts (id, email, name, password, region, language, created, owes)
VALUES ($id, $email, $name, $password, $region, $language, $created, $owes)`)
            .run({ ...account, id: made.id, created: made.created, owes: made.owes }),
        )
        return made
      })
    },
    change: (id, change) => {
      const names = Object.keys(change)
      const sql = `UPDATE accounts SET ${names.map((name) => `${name} = $${name}`).join(', ')} WHERE id = $id`
      return emailFree(() => {
        if (names.length > 0) transaction(() => db.prepare(sql).run({ ...change, id }))
      })
    },
    remove: (id) =>
      transaction(() => {
        const projects = db
          .prepare(`SELECT uuid, path, EXISTS (SELECT 1 FROM shares WHERE project = uuid) AS isShared
FROM projects WHERE owner = ?`)
          .all(id)
        noteLeaving.run(id, now())
        for (const sql of ['DELETE FROM projects WHERE owner = ?', 'DELETE FROM accounts WHERE id = ?'])
          db.prepare(sql).run(id)
        return projects.map(({ uuid, path, isShared }) => ({
          uuid: String(uuid),
          path: String(path),
          isShared: isShared === 1,
        }))
      }),
    isGone: (refreshToken) => gone.get(hashOfToken(refreshToken)) !== undefined,
    isEmpty: () => db.prepare('SELECT 1 FROM accounts LIMIT 1').get() === undefined,
    isInvited: (email) => db.prepare('SELECT 1 FROM invitations WHERE email = ? LIMIT 1').get(email) !== undefined,
    proven: (email) => {
      const account = emailOf(email)
      if (!account) return false
      return transaction(() => {
        db.prepare('UPDATE accounts SET proven = 1 WHERE id = ?').run(account.id)
        const taken = db
          .prepare(`INSERT OR IGNORE INTO shares (project, account, access, created)
SELECT i.project, ?1, i.access, ?2 FROM invitations i JOIN projects p ON p.uuid = i.project WHERE i.email = ?3 AND p.owner <> ?1
RETURNING project, access`)
          .all(account.id, now(), email)
        for (const { project, access } of taken) tookUp(account.id, { project: String(project), right: String(access) })
        return db.prepare('DELETE FROM invitations WHERE email = ?').run(email).changes > 0
      })
    },
    around: (id) => new Set([id, ...around.all(id).map((row) => String(row.id))]),
    knows: (id, address) =>
      db
        .prepare('SELECT 1 FROM addresses WHERE account = ? AND hash = ? AND used > ?')
        .get(id, addressHash(id, address), now() - addressLife) !== undefined,
    remember: (id, address) =>
      transaction(() => {
        db.prepare(`INSERT INTO addresses (account, hash, used) VALUES (?, ?, ?)
ON CONFLICT (account, hash) DO UPDATE SET used = excluded.used`).run(id, addressHash(id, address), now())
        db.prepare(`DELETE FROM addresses WHERE account = ?1 AND hash NOT IN
(SELECT hash FROM addresses WHERE account = ?1 ORDER BY used DESC LIMIT ${mostAddresses})`).run(id)
      }),
    sweep: () => {
      transaction(() => {
        db.prepare(`DELETE FROM addresses WHERE used <= ?1 - ${addressLife} OR used > ?1 + ${addressLife}`).run(now())
        db.prepare(`DELETE FROM gone WHERE at <= ?1 - ${goneLife} OR at > ?1 + ${goneLife}`).run(now())
      })
    },
  }
}

/** `body`, unless a constraint of the tables stands against it: another account has the email. */
function emailFree<T>(body: () => T): Result<T> {
  try {
    return { ok: body() }
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === 19) return problem({ kind: 'emailTaken' })
    throw error
  }
}
