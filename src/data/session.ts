/**
 * Who the page is for the server: the launch secret of local mode. It is taken off the address before anything else reads it,
 * and kept in this browser for this origin: a browser that was let in once stays known, in new tabs and through restarts of
 * browser and server. Not as a cookie: cookies ignore ports, so that every program which serves a page on this machine would get it.
 */
import { proxy } from 'valtio'
import { takeLaunch } from './launch.ts'

export interface Session {
  /** `unknown`: there is no secret, or the server does not take it. */
  standing: 'known' | 'unknown'
}

const storageKey = 'thicket:launch'

export const session = proxy<Session>({ standing: 'unknown' })
let secret: string | null = null

/** The secret for `Authorization: Bearer` and for the socket; null while there is none. */
export const launchSecret = (): string | null => secret

/** Before the router starts. */
export function startSession(): void {
  // Another tab has been given the secret, or a newer one.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue) know(newValue)
  })
  // The printed address, given to a tab that shows the page already, changes the fragment alone.
  addEventListener('hashchange', (event) => {
    if (readAddress()) event.stopImmediatePropagation()
  })
  if (readAddress()) return
  const kept = stored()
  if (kept) know(kept)
}

/** The server has refused the secret: another tab may have taken a newer one from an address. */
export function forgetSecret(refused: string | null): void {
  if (refused !== secret) return
  const kept = stored()
  if (kept && kept !== refused) {
    know(kept)
    return
  }
  secret = null
  session.standing = 'unknown'
  write(null)
}

function readAddress(): boolean {
  const launch = takeLaunch(location.hash)
  if (launch.secret === null) return false
  history.replaceState(null, '', launch.hash)
  know(launch.secret)
  write(launch.secret)
  dispatchEvent(new HashChangeEvent('hashchange'))
  return true
}

function know(given: string): void {
  secret = given
  session.standing = 'known'
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function write(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, value)
  } catch {
    // A browser without storage for this page: the secret lives as long as the page.
  }
}
