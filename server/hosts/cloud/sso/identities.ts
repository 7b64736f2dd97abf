/** Who people are for the providers that they sign in with: rows, and the tokens by which providers have said that somebody has left. */
import { randomUUID } from 'node:crypto'
import type { Settings } from '../../../base/settings/settings.ts'
import { hashOfToken } from '../accounts/tokens.ts'
import type { CloudDatabase } from '../database.ts'

export interface Identity {
  id: string
  issuer: string
  account: string
  created: number
  used: number
}

export interface Identities {
  find(issuer: string, subject: string): Identity | undefined
  /** Of an account, the first to be linked first. */
  of(account: string): Identity[]
  add(issuer: string, subject: string, account: string): void
  /** Somebody has signed in with it. `mayCreate`: what its groups say; null: nothing. Returns what all of the account's say together. */
  use(issuer: string, subject: string, mayCreate: boolean | null): boolean | null
  drop(id: string): void
  /** All of an account. */
  dropOf(account: string): void
  /** Whether a provider's word that somebody has left is heard for the first time. `until`: after which it would not be taken anyway, in ms since 1970. */
  hear(token: string, until: number): boolean
  /** Forgets the words that would not be taken any more. */
  sweep(): void
}

/** What people call a provider; of one that is not in the settings any more, its host. */
export function nameOfIssuer(sso: Settings['sso'], issuer: string): string {
  return sso?.find((provider) => provider.issuer === issuer)?.name ?? new URL(issuer).host
}

export function openIdentities({ db, transaction }: CloudDatabase, now: () => number): Identities {
  const fields = 'id, issuer, account, created, used'
  const find = db.prepare(`SELECT ${fields} FROM identities WHERE issuer = ? AND subject = ?`)
  const list = db.prepare(`SELECT ${fields} FROM identities WHERE account = ? ORDER BY created, id`)
  const insert = db.prepare(
    `INSERT INTO identities (issuer, subject, id, account, created, used) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const touch = db.prepare('UPDATE identities SET used = ?, mayCreate = ? WHERE issuer = ? AND subject = ?')
  const rights = db.prepare(`SELECT max(mayCreate) AS may FROM identities
WHERE account = (SELECT account FROM identities WHERE issuer = ? AND subject = ?)`)
  return {
    find: (issuer, subject) => find.get(issuer, subject) as Identity | undefined,
    of: (account) => list.all(account) as unknown as Identity[],
    add: (issuer, subject, account) => {
      transaction(() => insert.run(issuer, subject, randomUUID(), account, now(), now()))
    },
    use: (issuer, subject, mayCreate) =>
      transaction(() => {
        touch.run(now(), mayCreate === null ? null : Number(mayCreate), issuer, subject)
        const { may } = rights.get(issuer, subject) as { may: number | null }
        return may === null ? null : may === 1
      }),
    drop: (id) => {
      transaction(() => db.prepare('DELETE FROM identities WHERE id = ?').run(id))
    },
    dropOf: (account) => {
      transaction(() => db.prepare('DELETE FROM identities WHERE account = ?').run(account))
    },
    hear: (token, until) =>
      transaction(() =>
        db.prepare('INSERT OR IGNORE INTO logouts (hash, until) VALUES (?, ?)').run(hashOfToken(token), until),
      ).changes === 1,
    sweep: () => {
      transaction(() => db.prepare('DELETE FROM logouts WHERE until <= ?').run(now()))
    },
  }
}
