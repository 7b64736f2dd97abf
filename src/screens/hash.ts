/** The address as the router sees it: path and query both stand in the fragment, `#/projects/4f?activeSource=3`. */
import { useSyncExternalStore } from 'react'

const listen = (changed: () => void) => {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

const pathNow = (): string => `/${location.hash.replace(/^#?\/?/, '').split('?')[0]}`
const searchNow = (): string => location.hash.split('?')[1] ?? ''

export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', `#${to}`)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** For wouter's Router, as `hook` and `searchHook`. */
export const useHashPath = (): [string, typeof go] => [useSyncExternalStore(listen, pathNow), go]
useHashPath.hrefs = (href: string) => `#${href}`
export const useHashSearch = (): string => useSyncExternalStore(listen, searchNow)
