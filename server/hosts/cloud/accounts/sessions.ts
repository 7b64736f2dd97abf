/**
 * Sessions: one for each sign-in, with an access token for 10 minutes and a refresh token for 30 days, or what the settings say, which is replaced at
 * each use. Kept as hashes.
 *
 * Promises: a refresh token that comes again is answered anew as long as no token of its successor was ever used, since its answer was
 * lost; after that it ends its session, but for the moment in which two tabs may have had it, whatever the clock is set to meanwhile. What seems to have been made in the future,
 * since the clock was set back, is not taken.
 */
import { randomUUID } from 'node:crypto'
import type { SessionEntry, Tokens } from '../../../../src/model/contract/shapes.ts'
import { problem, type Result } from '../../../../src/model/problems.ts'
import type { HostChange, Person } from '../../../host.ts'
import type { CloudDatabase } from '../database.ts'
import { hashOfToken, newToken } from './tokens.ts'

const minute = 60_000
const day = 24 * 60 * minute
export const accessLife = 10 * minute
/** ms: of a refresh token, after which whoever has not come back signs in anew; of a session, after which whoever comes every day does. */
export interface SessionLife {
  refresh: number
  longest: number
}
export const sessionLife = (days: { sessionDays: number; longestSessionDays: number }): SessionLife => ({
  refresh: Math.min(days.sessionDays, days.longestSessionDays) * day,
  longest: days.longestSessionDays * day,
})
export const usualLife = sessionLife({ sessionDays: 30, longestSessionDays: 365 })
/** What the tabs of a browser send at once is no theft. */
export const spentGrace = 10_000
/** For what is under way with the access token before. */
export const formerLife = 30_000
/** How far the clock may be set back without ending anything. */
const clockSlack = { access: accessLife, refresh: day }
/** Of one account; the one that was not used for longest goes first. */
const mostSessions = 100
const longestAgent = 200

/** Of a session that began with a provider. */
export interface SessionOrigin {
  issuer: string
  /** What the provider calls its own session; null: nothing. */
  sid: string | null
  /** After how many ms it ends, however often it is used; null: as any other. */
  life: number | null
}

export interface Sessions {
  begin(account: string, agent: string, origin?: SessionOrigin): Tokens
  authenticate(token: string): Person | null
  stands(person: Person): boolean
  /** A token of this turn was used, which the answer need not wait for. */
  used(token: { session: string; turn: number }): void
  /** `reused`: hears whose session has ended by a token that came again. */
  refresh(tokens: Tokens, reused?: (account: string) => void): Result<Tokens>
  /** False: they are of no session. */
  end(tokens: Tokens): boolean
  entries(person: Person): SessionEntry[]
  /** False: it is none of the account's. */
  endOne(account: string, session: string): boolean
  /** When it began, in ms since 1970; null: it is no more. */
  began(person: Person): number | null
  /** Whether it began with a provider. */
  isIssued(person: Person): boolean
  /** Those of an account that began with this provider, in its session `sid` where that is given, but for `except`. How many. */
  endIssued(issuer: string, of: { account: string; sid?: string; except?: string }): number
  /** A session that began with this provider is as any other from now on, but ends when it was to. */
  forgetIssuer(person: Person, issuer: string): void
  /** The accounts of those that began in this session of the provider. */
  accountsIn(issuer: string, sid: string): string[]
  /** All of the account, but for `except`. */
  endAll(account: string, except?: string): void
  /** Forgets what has run out. */
  sweep(): void
}

interface Row {
  id: string
  account: string
  /** The hash of the token that its session has now. */
  refresh: string
  /** Of the token, at most of its session. */
  until: number
  created: number
  /** When it ends, however often it is used; null: nobody has said. */
  ends: number | null
  /** Of the token: how many pairs its session had before. */
  turn: number
  /** The latest turn of which a token was used. */
  usedTurn: number
}

export function openSessions(
  { db, transaction, behind, mayWrite = () => true, ask = () => {} }: CloudDatabase,
  changed: (change: HostChange) => void,
  now: () => number,
  /** ms of a clock that nobody sets. */
  steady: () => number = () => performance.now(),
  life: SessionLife = usualLife,
): Sessions {
  const find =
    db.prepare(`SELECT id AS session, account AS id, usedTurn, CASE access WHEN ?1 THEN turn ELSE turn - 1 END AS turn FROM sessions
WHERE (access = ?1 AND accessUntil > ?2 AND accessUntil <= ?2 + ${accessLife + clockSlack.access}
  OR former = ?1 AND formerUntil > ?2 AND formerUntil <= ?2 + ${accessLife + clockSlack.access}) AND until > ?2`)
  const standing = db.prepare('SELECT 1 FROM sessions WHERE id = ? AND account = ? AND until > ?')
  const insert =
    db.prepare(`INSERT INTO sessions (id, account, access, accessUntil, refresh, until, created, used, agent, issuer, sid, ends)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const makeRoom = db.prepare(`DELETE FROM sessions WHERE account = ?1 AND id NOT IN
(SELECT id FROM sessions WHERE account = ?1 ORDER BY used DESC, id LIMIT ${mostSessions - 1})`)
  const byRefresh = db.prepare(
    'SELECT id, account, refresh, until, created, ends, turn, usedTurn FROM sessions WHERE refresh = ?',
  )
  const bySpent =
    db.prepare(`SELECT s.id, s.account, s.refresh, min(spent.until, s.until) AS until, s.created, s.ends, spent.turn, s.usedTurn, spent.at FROM spent
JOIN sessions s ON s.id = spent.session WHERE spent.refresh = ?`)
  const byAccess = db.prepare('SELECT id, account FROM sessions WHERE access = ?1 OR former = ?1')
  const rotate = db.prepare(`UPDATE sessions SET former = access, formerUntil = min(accessUntil, ?1 + ${formerLife}),
  access = ?2, accessUntil = ?3, refresh = ?4, until = ?5, used = ?1, turn = turn + 1, usedTurn = max(usedTurn, ?7) WHERE id = ?6`)
  const spend = db.prepare(`INSERT INTO spent (refresh, session, at, turn, until)
SELECT refresh, id, ?1, turn, until FROM sessions WHERE id = ?2`)
  const use = db.prepare('UPDATE sessions SET usedTurn = max(usedTurn, ?1) WHERE id = ?2')
  const remove = db.prepare('DELETE FROM sessions WHERE id = ? AND account = ?')
  const removeAll = db.prepare('DELETE FROM sessions WHERE account = ? AND id <> ?')
  const removeIssued = db.prepare(`DELETE FROM sessions
WHERE issuer = $issuer AND account = $account AND ($sid IS NULL OR sid = $sid) AND id <> $except`)
  const forget = db.prepare('UPDATE sessions SET issuer = NULL, sid = NULL WHERE id = ? AND account = ? AND issuer = ?')
  const issuedIn = db.prepare('SELECT DISTINCT account FROM sessions WHERE issuer = ? AND sid = ?')
  const beganAt = db.prepare('SELECT created FROM sessions WHERE id = ? AND account = ? AND until > ?')
  const issued = db.prepare('SELECT 1 FROM sessions WHERE id = ? AND account = ? AND issuer IS NOT NULL')
  const list = db.prepare(
    'SELECT id, agent, created, used FROM sessions WHERE account = ? AND until > ? ORDER BY used DESC',
  )

  const endOne = (account: string, session: string): boolean => {
    const isEnded = transaction(() => remove.run(session, account)).changes > 0
    if (isEnded) changed({ people: new Set([account]) })
    return isEnded
  }
  /** When tokens were answered last or spent, by the steady clock: one that the network brings twice is no theft, whatever the other clock is set to between. */
  const lately = new Map<string, number>()
  const isLately = (hash: string, at: number) =>
    Math.abs(now() - at) <= spentGrace || steady() - (lately.get(hash) ?? Number.NEGATIVE_INFINITY) <= spentGrace
  const noteSpent = (hash: string) => {
    for (const [other, at] of lately) if (steady() - at > spentGrace) lately.delete(other)
    lately.set(hash, steady())
  }
  const isLiving = (row: Row) => row.until > now() && row.until <= now() + life.refresh + clockSlack.refresh
  const endOf = ({ created, ends }: Pick<Row, 'created' | 'ends'>) =>
    Math.min(now() + life.refresh, created + life.longest, ends ?? Number.POSITIVE_INFINITY)
  const notSignedIn = problem({ kind: 'notSignedIn' })
  /** New tokens for the session of one, which is thereby used; those that it had are spent. `asked`: the hash of the one that was sent. */
  const goOn = (row: Row, asked: string): Tokens => {
    const { id, turn, refresh: spent } = row
    const [access, refresh, at] = [newToken(), newToken(), now()]
    for (const hash of [spent, asked]) noteSpent(hash)
    transaction(() => {
      spend.run(at, id)
      rotate.run(at, hashOfToken(access), at + accessLife, hashOfToken(refresh), endOf(row), id, turn)
    })
    return { access_token: access, refresh_token: refresh }
  }

  const used: Sessions['used'] = ({ session, turn }) => {
    if (mayWrite()) behind(() => use.run(turn, session))
    else ask({ used: { session, turn } })
  }

  return {
    used,
    begin: (account, agent, origin) => {
      const [access, refresh, at] = [newToken(), newToken(), now()]
      const ends = origin?.life ? at + origin.life : null
      const words = agent.replace(/\p{Cc}/gu, ' ').slice(0, longestAgent)
      transaction(() => {
        makeRoom.run(account)
        insert.run(
          randomUUID(),
          account,
          hashOfToken(access),
          at + accessLife,
          hashOfToken(refresh),
          endOf({ created: at, ends }),
          at,
          at,
          words,
          origin?.issuer ?? null,
          origin?.sid ?? null,
          ends,
        )
      })
      return { access_token: access, refresh_token: refresh }
    },
    authenticate: (token) => {
      const found = find.get(hashOfToken(token), now()) as unknown as
        | (Person & Pick<Row, 'turn' | 'usedTurn'>)
        | undefined
      if (!found) return null
      // Whoever loses this has only tokens that are answered once more.
      if (found.turn > found.usedTurn) used(found)
      return { id: found.id, session: found.session }
    },
    stands: ({ id, session }) => standing.get(session, id, now()) !== undefined,
    refresh: ({ refresh_token: token }, reused) => {
      const hash = hashOfToken(token)
      const row = byRefresh.get(hash) as Row | undefined
      if (row && isLiving(row)) return { ok: goOn(row, hash) }
      const spent = bySpent.get(hash) as (Row & { at: number }) | undefined
      if (!spent) return notSignedIn
      if (spent.usedTurn <= spent.turn && isLiving(spent)) return { ok: goOn(spent, hash) }
      if (!isLately(hash, spent.at) && endOne(spent.account, spent.id)) reused?.(spent.account)
      return notSignedIn
    },
    end: ({ access_token, refresh_token }) => {
      const hash = hashOfToken(refresh_token)
      const row = (byRefresh.get(hash) ?? bySpent.get(hash) ?? byAccess.get(hashOfToken(access_token))) as
        | Pick<Row, 'id' | 'account'>
        | undefined
      return row !== undefined && endOne(row.account, row.id)
    },
    entries: ({ id, session }) =>
      (list.all(id, now()) as unknown as Omit<SessionEntry, 'current'>[]).map((entry) => ({
        ...entry,
        current: entry.id === session,
      })),
    endOne,
    began: ({ id, session }) => {
      const found = beganAt.get(session, id, now()) as { created: number } | undefined
      return found?.created ?? null
    },
    isIssued: ({ id, session }) => issued.get(session, id) !== undefined,
    endIssued: (issuer, { account, sid = null, except = '' }) => {
      const ended = Number(transaction(() => removeIssued.run({ issuer, account, sid, except })).changes)
      if (ended > 0) changed({ people: new Set([account]) })
      return ended
    },
    forgetIssuer: ({ id, session }, issuer) => {
      transaction(() => forget.run(session, id, issuer))
    },
    accountsIn: (issuer, sid) => issuedIn.all(issuer, sid).map((row) => String(row.account)),
    endAll: (account, except = '') => {
      transaction(() => removeAll.run(account, except))
      changed({ people: new Set([account]) })
    },
    sweep: () =>
      transaction(() => {
        db.prepare(`DELETE FROM sessions WHERE until <= ?1 OR until > ?1 + ${life.refresh + clockSlack.refresh}`).run(
          now(),
        )
        db.prepare(`DELETE FROM spent WHERE at <= ?1 - ${life.refresh} OR at > ?1 + ${clockSlack.refresh}`).run(now())
      }),
  }
}
