/** One-time links of mails, kept as hashes. Each is good for one use, and not for long. */
import type { CloudDatabase } from '../database.ts'
import { hashOfToken, newToken } from './tokens.ts'

const minute = 60_000
const day = 24 * 60 * minute
export const linkLife = { reset: 10 * minute, invitation: 7 * day, email: day } as const
export type LinkKind = keyof typeof linkLife

/** How far the clock may be set back without ending one. */
const clockSlack = 10 * minute
/** Of one kind to one email; older ones go. */
const mostOpen = 10

export interface Links {
  /** `account`: who alone can use it. */
  make(kind: LinkKind, email: string, account?: string, link?: string): string
  /** For which email; null: it was used, is too old, or is none. */
  look(kind: LinkKind, link: string): string | null
  /** The same, and the link is used up. */
  take(kind: LinkKind, link: string): string | null
  /** The same for a link that was made for this account. */
  takeOf(account: string, kind: LinkKind, link: string): string | null
  /** No link to this email is good any more. */
  drop(email: string): void
  /** No link that was made for this account. */
  dropOf(account: string): void
  sweep(): void
}

export function openLinks({ db, transaction }: CloudDatabase, now: () => number): Links {
  const insert = db.prepare('INSERT INTO links (hash, kind, email, until, account) VALUES (?, ?, ?, ?, ?)')
  const makeRoom = db.prepare(`DELETE FROM links WHERE kind = ?1 AND email = ?2 AND account IS ?3 AND hash NOT IN
(SELECT hash FROM links WHERE kind = ?1 AND email = ?2 AND account IS ?3 ORDER BY until DESC LIMIT ${mostOpen - 1})`)
  const good = 'hash = ?1 AND kind = ?2 AND until > ?3 AND until <= ?3 + ?4'
  const find = db.prepare(`SELECT email FROM links WHERE ${good}`)
  const use = db.prepare(`DELETE FROM links WHERE ${good} RETURNING email`)
  const useOf = db.prepare(`DELETE FROM links WHERE ${good} AND account = ?5 RETURNING email`)
  const emailOf = (row: unknown): string | null => (row as { email: string } | undefined)?.email ?? null
  return {
    make: (kind, email, account, link = newToken()) => {
      transaction(() => {
        makeRoom.run(kind, email, account ?? null)
        insert.run(hashOfToken(link), kind, email, now() + linkLife[kind], account ?? null)
      })
      return link
    },
    look: (kind, link) => emailOf(find.get(hashOfToken(link), kind, now(), linkLife[kind] + clockSlack)),
    take: (kind, link) =>
      emailOf(transaction(() => use.get(hashOfToken(link), kind, now(), linkLife[kind] + clockSlack))),
    takeOf: (account, kind, link) =>
      emailOf(transaction(() => useOf.get(hashOfToken(link), kind, now(), linkLife[kind] + clockSlack, account))),
    drop: (email) => {
      transaction(() => db.prepare('DELETE FROM links WHERE email = ?').run(email))
    },
    dropOf: (account) => {
      transaction(() => db.prepare('DELETE FROM links WHERE account = ?').run(account))
    },
    sweep: () => {
      const longest = Math.max(...Object.values(linkLife)) + clockSlack
      transaction(() => db.prepare(`DELETE FROM links WHERE until <= ?1 OR until > ?1 + ${longest}`).run(now()))
    },
  }
}
