/**
 * A person's session with a server of accounts: short-lived tokens, renewed ahead of their end and when one is refused. All tabs of
 * this browser share one session: one of them renews for all, since a refresh token that comes again once its successor was used ends the session.
 */
import type { Account, Tokens } from '../../model/contract/shapes.ts'

/** What this browser keeps. `renewed`: when the tokens were made, in ms since 1970. */
export interface KeptSession {
  account: Account
  tokens: Tokens
  renewed: number
  /** 1 §7: by region, the host of its tickets and sockets; empty: the page's own server. */
  regions?: Record<string, string>
}

/** The server has ended the session, and nobody has logged out here: whose it was may go on where they were. */
export interface EndedSession {
  /** The account's id; empty where it is no more. */
  ended: string
}

export type Kept = KeptSession | EndedSession | null

export const isEnded = (kept: Kept): kept is EndedSession => kept !== null && 'ended' in kept

export interface SessionHost {
  read(): Kept
  write(kept: Kept): void
  /** One tab at a time. */
  alone<T>(body: () => Promise<T>): Promise<T>
  /** Asks for new tokens; `deleted`: the account is no more; null: the server cannot be reached, or has trouble. */
  refresh(tokens: Tokens): Promise<Tokens | 'refused' | 'deleted' | null>
  /** Heard before the session ends for it. */
  deleted(account: string): void
  after(milliseconds: number, run: () => void): () => void
  now(): number
}

/** `ended`: sign in anew. `unreachable`: the session may well go on. */
export type Renewed = 'renewed' | 'ended' | 'unreachable'

export interface AccountSession {
  begin(account: Account, tokens: Tokens, regions?: Record<string, string>): void
  /** The person's data have changed. */
  correct(account: Account): void
  /** A token was refused: there is a newer one afterwards, or the session is over. */
  renew(refused: string): Promise<Renewed>
  /** Another tab has begun, renewed or ended the session. */
  heard(): void
  /** Ends it in this browser; the tokens that it had. */
  end(): Tokens | null
}

/** The server gives access tokens for 10 minutes. */
export const renewAfter = 8 * 60_000
/** A server that could not be reached is asked again after this long, in ms. */
export const askAgainAfter = 30_000

/** `changed`: what is kept now. `refused`: the server has ended the session, or another tab, by hand or because it was refused there. */
export function openAccountSession(
  host: SessionHost,
  changed: (kept: KeptSession | null, refused: boolean) => void,
): AccountSession {
  let known: KeptSession | null = null
  let renewing: Promise<Renewed> | null = null
  let stopTimer = () => {}

  const know = (kept: KeptSession | null, refused = false) => {
    const isNew = kept?.tokens.access_token !== known?.tokens.access_token
    known = kept
    if (isNew) ahead(kept ? Math.max(0, kept.renewed + renewAfter - host.now()) : null)
    changed(kept, refused)
  }
  const ahead = (wait: number | null) => {
    stopTimer()
    stopTimer = wait === null ? () => {} : host.after(wait, () => known && void renew(known.tokens.access_token))
  }

  const read = () => {
    const kept = host.read()
    return isEnded(kept) ? null : kept
  }

  const ask = async (refused: string): Promise<Renewed> => {
    const kept = read()
    if (!kept) {
      know(null, true)
      return 'ended'
    }
    if (kept.tokens.access_token !== refused) {
      know(kept)
      return 'renewed'
    }
    const tokens = await host.refresh(kept.tokens)
    // Meanwhile somebody may have logged out here.
    if (read()?.tokens.refresh_token !== kept.tokens.refresh_token) return ask(refused)
    if (tokens === null) {
      ahead(askAgainAfter)
      return 'unreachable'
    }
    if (tokens === 'deleted') host.deleted(kept.account.id)
    const now = typeof tokens === 'string' ? null : { ...kept, tokens, renewed: host.now() }
    host.write(now ?? { ended: tokens === 'deleted' ? '' : kept.account.id })
    know(now, now === null)
    return now ? 'renewed' : 'ended'
  }
  const renew = (refused: string): Promise<Renewed> => {
    renewing ??= host
      .alone(() => ask(refused))
      .finally(() => {
        renewing = null
      })
    return renewing
  }

  const first = read()
  if (first) know(first)
  return {
    begin: (account, tokens, regions) => {
      const kept = { account, tokens, renewed: host.now(), ...(regions && { regions }) }
      host.write(kept)
      know(kept)
    },
    correct: (account) => {
      const kept = read()
      if (!kept) return
      host.write({ ...kept, account })
      know({ ...kept, account })
    },
    renew,
    heard: () => know(read(), isEnded(host.read())),
    end: () => {
      const tokens = read()?.tokens ?? null
      host.write(null)
      know(null)
      return tokens
    },
  }
}
