/**
 * Who the page is for the server: the launch secret of local mode. It is taken off the address before anything else reads
 * it, kept for the life of the tab, and given to new tabs of this browser that ask for it.
 */
import { proxy } from 'valtio'
import { takeLaunch } from './launch.ts'

export interface Session {
  /** `asking` other tabs; `unknown`: nobody answered, or the server does not take the secret. */
  standing: 'asking' | 'known' | 'unknown'
}

type Said = 'wanted' | { secret: string }

const storageKey = 'thicket:launch'
/** How long other tabs have for an answer, in ms, before the page says that it has no secret; a later answer is taken too. */
const patience = 400

export const session = proxy<Session>({ standing: 'asking' })
let secret: string | null = null
let channel: BroadcastChannel | undefined

/** The secret for `Authorization: Bearer` and for the socket; null while there is none. */
export const launchSecret = (): string | null => secret

/** Before the router starts. */
export function startSession(): void {
  channel = new BroadcastChannel(storageKey)
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data !== 'wanted') know(data.secret)
    else if (secret && session.standing === 'known') channel?.postMessage({ secret } satisfies Said)
  }
  // The printed address, given to a tab that shows the page already, changes the fragment alone.
  addEventListener('hashchange', (event) => {
    if (readAddress()) event.stopImmediatePropagation()
  })
  if (readAddress()) return
  const kept = stored()
  if (kept) know(kept)
  else askTabs()
}

function askTabs(): void {
  channel?.postMessage('wanted' satisfies Said)
  setTimeout(() => {
    if (session.standing === 'asking') session.standing = 'unknown'
  }, patience)
}

/** The server has refused the secret: a newer one may be in the address of another tab. */
export function forgetSecret(refused: string | null): void {
  if (refused !== secret) return
  secret = null
  session.standing = 'unknown'
  write(null)
}

function readAddress(): boolean {
  const launch = takeLaunch(location.hash)
  if (launch.secret === null) return false
  history.replaceState(null, '', launch.hash)
  know(launch.secret)
  channel?.postMessage({ secret: launch.secret } satisfies Said)
  dispatchEvent(new HashChangeEvent('hashchange'))
  return true
}

function know(given: string): void {
  secret = given
  session.standing = 'known'
  write(given)
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function write(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, value)
  } catch {
    // A browser without storage for this page: the secret lives as long as the page.
  }
}
