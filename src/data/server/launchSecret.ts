/**
 * Local mode: the launch secret is taken off the address before anything else reads it, and kept in this browser for this
 * origin: a browser that was let in once stays known, in new tabs and through restarts of browser and server. Not as a cookie:
 * cookies ignore ports, so that every program which serves a page on this machine would get it.
 */
import { keep, kept } from '../copies/keptText.ts'
import { takeLaunch } from './launch.ts'

const storageKey = 'thicket:launch'

/** Before the router starts. `know`: the secret that holds from now on. */
export function startLaunch(know: (secret: string) => void): void {
  // Another tab has been given the secret, or a newer one.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue) know(newValue)
  })
  // The printed address, given to a tab that shows the page already, changes the fragment alone.
  addEventListener('hashchange', (event) => {
    if (readAddress(know)) event.stopImmediatePropagation()
  })
  if (readAddress(know)) return
  const stored = kept(storageKey)
  if (stored) know(stored)
}

/** The server has refused a secret: the one that another tab may have taken from an address meanwhile; null where there is none. */
export function secretAfter(refused: string): string | null {
  const stored = kept(storageKey)
  if (stored && stored !== refused) return stored
  keep(storageKey, null)
  return null
}

function readAddress(know: (secret: string) => void): boolean {
  const launch = takeLaunch(location.hash)
  if (launch.secret === null) return false
  history.replaceState(null, '', launch.hash)
  know(launch.secret)
  keep(storageKey, launch.secret)
  dispatchEvent(new HashChangeEvent('hashchange'))
  return true
}
