/** The people of a server: their accounts, sessions and tokens, and the mails that let them in. 2 §2–§5, §7, §8. */
import type { Registration, SessionEntry, SignedIn, SignIn, Tokens, UserData } from '../../../src/model/bridge.ts'
import { isProblem, problem, type Result } from '../../../src/model/problems.ts'
import { cleanEmail } from '../../../src/model/rules/email.ts'
import type { Person } from '../../host.ts'
import { type AccountsParts, openCore } from './accountsCore.ts'
import { openOwnAccount } from './ownAccount.ts'
import { openRegistering } from './registering.ts'
import { openReset } from './resetByMail.ts'
import { openSignIn } from './signIn.ts'
import { watchOthers } from './watchOthers.ts'

/** From where a call comes: tries are counted by it, and sessions show it. */
export interface Caller {
  /** As tries are counted: of IPv6 the network's part alone. */
  address: string
  agent: string
  /** In which mails are written. */
  language: string
}

export interface Accounts {
  /** Who sends this access token; null: nobody, or it has run out. One look into the database, some µs: nothing needs to be kept. */
  authenticate(token: string): Person | null
  stands(person: Person): boolean

  signIn(signIn: SignIn, caller: Caller): Promise<Result<SignedIn>>
  refresh(tokens: Tokens): Result<Tokens>
  signOut(tokens: Tokens): void
  /** Sends a link where there is such an account, after the answer; says nothing of whether there is. */
  askReset(email: string, caller: Caller): Promise<Result<void>>
  /** Ends all sessions of the person. */
  reset(link: string, password: string, caller: Caller): Promise<Result<void>>
  register(registration: Registration, caller: Caller): Promise<Result<SignedIn>>
  /** Whose e-mail an invitation's link is for. */
  invitation(link: string): Result<{ email: string }>
  /** Sends an invitation to make an account, where `by` has given a share of the project of that name. Problems: invalidEmail, mailFailed, tooManyTries. */
  invite(email: string, by: Person, project: string): Promise<Result<void>>

  data(person: Person): UserData
  /** The account's e-mail; null: there is none. */
  emailOf(account: string): string | null
  /** The account of an e-mail; null: there is none. */
  accountOf(email: string): { id: string; name: string; email: string } | null
  update(person: Person, change: { name?: string; email?: string; password?: string }): Promise<Result<UserData>>
  /** Ends the other sessions. */
  changePassword(person: Person, oldPassword: string, newPassword: string): Promise<Result<void>>
  sessions(person: Person): SessionEntry[]
  endSession(person: Person, session: string): Result<void>
  beginFactor(person: Person, password: string): Promise<Result<{ secret: string; uri: string }>>
  confirmFactor(person: Person, code: string): Promise<Result<void>>
  removeFactor(person: Person, password: string): Promise<Result<void>>
  /** Whether this is the person's password: asked before what cannot be taken back. */
  confirm(person: Person, password: string): Promise<Result<void>>
  /** All that is kept of an account; its own projects are gone by then, else accountDeletionFailed. */
  remove(account: string): Result<void>
  endSessions(account: string): void
  /** No account has been made yet. */
  isEmpty(): boolean
  close(): void
}

const sweepEvery = 10 * 60_000

export function openAccounts(parts: AccountsParts): Accounts {
  const core = openCore(parts)
  const { people, sessions, links, log } = core
  const { changed, mail } = parts
  const stopWatching = watchOthers(parts.database, () => changed({}))
  const sweep = () => {
    for (const each of [sessions, links, people]) each.sweep()
  }
  sweep()
  const sweeping = setInterval(sweep, sweepEvery)
  sweeping.unref()
  const reset = openReset(core)
  return {
    authenticate: sessions.authenticate,
    stands: sessions.stands,
    signIn: openSignIn(core),
    refresh: (tokens) => sessions.refresh(tokens, (account) => log.security('refreshTokenReused', { account })),
    signOut: sessions.end,
    ...reset,
    ...openRegistering(core),
    ...openOwnAccount(core),
    emailOf: (id) => people.byId(id)?.email ?? null,
    accountOf: (written) => {
      const found = people.byEmail(cleanEmail(written))
      return found ? { id: found.id, name: found.name, email: found.email } : null
    },
    remove: (id) => {
      const account = people.byId(id)
      if (!account) return problem({ kind: 'accountNotFound' })
      const removed = people.remove(id)
      if (isProblem(removed)) return removed
      links.drop(account.email)
      changed({ person: id })
      log.security('accountDeleted', { account: id })
      return { ok: undefined }
    },
    endSessions: (account) => sessions.endAll(account),
    isEmpty: people.isEmpty,
    close: () => {
      clearInterval(sweeping)
      stopWatching()
      reset.close()
      mail.close()
    },
  }
}
