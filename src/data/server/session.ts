/**
 * Who the page is for the server, by one of two ways in: the launch secret of local mode (`launchSecret.ts`), or an account
 * (`accountSession.ts`), whose tokens all tabs of this browser share.
 */
import { proxy } from 'valtio'
import type { BodyOf } from '../../model/contract/calls.ts'
import type { Account, SignedIn, Tokens } from '../../model/contract/shapes.ts'
import type { Problem } from '../../model/problems.ts'
import { forgetProjects } from '../copies/keptProjects.ts'
import { keep, kept } from '../copies/keptText.ts'
import { noteGone } from '../copies/notedGone.ts'
import { locks } from '../locks.ts'
import { type AccountSession, isEnded, type Kept, openAccountSession, type Renewed } from './accountSession.ts'
import { secretAfter, startLaunch } from './launchSecret.ts'
import { requestLine } from './requestLine.ts'
import { address, serverAddress } from './serverAddress.ts'
import { can } from './serverFacts.ts'

export interface Session {
  /** `unknown`: nobody the server would let in. */
  standing: 'known' | 'unknown'
  /** null in local mode, and while nobody is signed in. */
  account: Account | null
  /** Whose session the server has ended, and who has not come back since: the account's id; null or empty: nobody's. */
  ended: string | null
}

export const session = proxy<Session>({ standing: 'unknown', account: null, ended: null })

let now: string | null = null
let account: AccountSession | null = null
/** The account's id that this page is of, its session going on or not; empty until somebody has signed in. */
let owner = ''
/** Hosts by region, as the sign-in has named them. */
let regions: Record<string, string> = {}
const listeners = new Set<(token: string) => void>()

/** The token for `Authorization: Bearer` and for the socket; null while there is none. */
export const token = (): string | null => now

/** Calls `listener` with every new token; returns the function that stops it. */
export function onToken(listener: (token: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whose copies and settings of this browser these are: the account's id; `local` in local mode. Empty while nobody is signed in. */
export const accountKey = (): string => (can('accounts') ? (session.account?.id ?? '') : 'local')

/** The same for what this page keeps of itself: it stays that account's when the session ends. */
export const pageKey = (): string => (can('accounts') ? owner : 'local')

/** Before the router starts. */
export function startSession(): void {
  if (can('accounts')) startAccount()
  else startLaunch(know)
}

function startAccount(): void {
  account = openAccountSession(sessionHost, (kept, refused) => {
    // Somebody else has signed in, here or in another tab: nothing of the first person's stays on the page, nor where they were.
    if (kept && owner !== '' && kept.account.id !== owner) return beginAnew()
    if (kept) owner = kept.account.id
    const left = sessionHost.read()
    session.ended = isEnded(left) ? left.ended : null
    session.account = kept?.account ?? null
    regions = kept?.regions ?? {}
    if (!kept) forgetProjects()
    if (kept) return know(kept.tokens.access_token)
    // Logged out, here or in another tab: to the root path. What was refused is the guards' to say.
    if (!refused && session.standing === 'known') location.hash = '#/'
    now = null
    session.standing = 'unknown'
  })
  const before = sessionHost.read()
  if (isEnded(before)) {
    owner = before.ended
    session.ended = before.ended
  }
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) account?.heard()
  })
}

/** The invitation that somebody signs in for says itself whom it is for: it is opened then. */
function beginAnew(): void {
  const [invitation = '#/'] = /^#\/\?signIn=1&invitation=[^&]+$/.exec(location.hash) ?? []
  history.replaceState(null, '', invitation)
  location.reload()
}

/** A token was refused. `renewed`: there is another, to be tried once. */
export async function renew(refused: string | null): Promise<Renewed> {
  if (refused === null) return 'ended'
  if (account) return now !== null && now !== refused ? 'renewed' : account.renew(refused)
  if (now === refused) {
    const other = secretAfter(refused)
    if (other) know(other)
    else {
      now = null
      session.standing = 'unknown'
    }
  }
  return now === null ? 'ended' : 'renewed'
}

export function signIn({ account: { access_token, refresh_token, ...person }, regional_service_map }: SignedIn): void {
  account?.begin(person, { access_token, refresh_token }, regional_service_map)
}

/** 1 §7: where tickets and sockets are asked for, as `serverAddress`: at the host of the account's region. */
export const regionalAddress = (): string =>
  regions[session.account?.region ?? '']?.replace(/\/+$/, '') || serverAddress()

/** Who asks for another password has read that their session ended: this page says it no more. */
export function sayNoEnd(): void {
  session.ended = null
}

/** The account's data have changed. */
export const correctAccount = (person: Account): void => account?.correct(person)

/** Ends the session in all tabs, and tells the server where it can be reached. */
export async function signOut(): Promise<void> {
  const tokens = account?.end()
  if (tokens) await post('POST /web/api/v2/auth/logout', tokens, { authorization: `Bearer ${tokens.access_token}` })
}

function know(given: string): void {
  const isNew = now !== given
  now = given
  session.standing = 'known'
  if (isNew) for (const listener of listeners) listener(given)
}

/** Of this origin and path: another Thicket of the same host has another session. */
const storageKey = `thicket:session:${globalThis.location ? new URL(serverAddress()).pathname : ''}`
/** How long the server may take over new tokens, in ms; other tabs wait for them. */
const patience = 15_000

const sessionHost = {
  read: (): Kept => {
    try {
      const found: unknown = JSON.parse(kept(storageKey) ?? 'null')
      return typeof found === 'object' ? (found as Kept) : null
    } catch {
      return null
    }
  },
  write: (session: Kept) => keep(storageKey, session && JSON.stringify(session)),
  alone: <T>(body: () => Promise<T>): Promise<T> =>
    locks()
      .request(storageKey, body)
      .then((done) => done as T),
  refresh: async (tokens: Tokens) => {
    const response = await post('POST /web/api/v2/auth/refresh', tokens)
    if (response?.ok) return (await response.json().catch(() => null)) as Tokens | null
    if (response?.status !== 401) return null
    const { problem } = (await response.json().catch(() => ({}))) as { problem?: Problem }
    return problem?.kind === 'accountDeleted' ? ('deleted' as const) : ('refused' as const)
  },
  deleted: noteGone,
  after: (milliseconds: number, run: () => void) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  now: () => Date.now(),
}

/** Of calls that bear their tokens in their body. */
type ByTokens = 'POST /web/api/v2/auth/logout' | 'POST /web/api/v2/auth/refresh'

async function post(
  name: ByTokens,
  body: BodyOf<ByTokens>,
  headers: Record<string, string> = {},
): Promise<Response | null> {
  const { method, path } = requestLine(name)
  try {
    return await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
      // The person goes, the word that they do arrives.
      keepalive: true,
    })
  } catch {
    return null
  }
}
