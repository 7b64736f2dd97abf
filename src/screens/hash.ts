/** The address as the router sees it: path and query both stand in the fragment, `#/projects/4f?activeSource=3`. */
import { useSyncExternalStore } from 'react'
import { nextVisit } from './visits.ts'

export const pathNow = (): string => `/${location.hash.replace(/^#?\/?/, '').split('?')[0]}`
export const searchNow = (): string => location.hash.split('?')[1] ?? ''
const addressNow = (): string => location.hash.replace(/^#?\/?/, '/')

const listeners = new Set<() => void>()
let visits = { path: '', again: 0 }
const moved = () => {
  visits = nextVisit(visits, addressNow())
  for (const listener of listeners) listener()
}
const listen = (changed: () => void) => {
  if (listeners.size === 0) addEventListener('hashchange', moved)
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) removeEventListener('hashchange', moved)
  }
}

export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** For wouter's Router, as `hook` and `searchHook`. */
export const useHashPath = (): [string, typeof go] => [useSyncExternalStore(listen, pathNow), go]
useHashPath.hrefs = (href: string) => `#${href}`
export const useHashSearch = (): string => useSyncExternalStore(listen, searchNow)
/** The history counter of 1 §2: how often the address that is shown has been asked for again. */
export const useAgain = (): number => useSyncExternalStore(listen, () => visits.again)
