/** As what the service worker answers a request; `null`: not at all, the browser asks the server as ever. */
export type RequestKind = 'document' | 'asset' | null

export interface Asked {
  method: string
  url: string
  /** `navigate` where a person opens the page. */
  mode: string
}

/** `scope`: the address of the page, `https://host/path/web/`. */
export function requestKindOf({ method, url, mode }: Asked, scope: string): RequestKind {
  if (method !== 'GET') return null
  const page = new URL(scope)
  const { origin, pathname } = new URL(url)
  if (origin !== page.origin || !pathname.startsWith(page.pathname)) return null
  const path = pathname.slice(page.pathname.length)
  if (mode === 'navigate') return path === '' ? 'document' : null
  return path.startsWith('assets/') ? 'asset' : null
}

/** Which caches stay when the build `hash` takes over: its own and the newest other, whose pages may still be open. `names`: the oldest first. */
export function keptCaches(names: readonly string[], prefix: string, hash: string): Set<string> {
  const own = prefix + hash
  const other = names.filter((name) => name.startsWith(prefix) && name !== own).at(-1)
  return new Set(other === undefined ? [own] : [own, other])
}
