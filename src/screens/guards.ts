/**
 * Where an address leads that is not to be shown itself (1 §2, route guards). Pure: the router asks at every change.
 * Those that lead to the list and the tree come with these views; those of accounts come with cloud mode.
 */

export interface Surroundings {
  /** The window is at most 640 px wide. */
  narrow: boolean
}

/** The address to go on to, with its query, or null to stay. `search` has no question mark. */
export function redirect(path: string, search: string, { narrow }: Surroundings): string | null {
  if (path === '/') return '/projects'
  if (path.length > 1 && path.endsWith('/')) return withSearch(path.replace(/\/+$/, '') || '/', search)
  const [, project, child, row] = /^(\/projects\/(?!create$|create\/)[^/]+)\/([a-z]+)(?:\/([^/]+))?$/.exec(path) ?? []
  if (!project || !child) return null
  if (child === 'sources' && row) return withSearch(project, `activeSource=${encodeURIComponent(row)}`)
  if (row || narrow) return null
  return ['sources', 'users', 'settings'].includes(child) ? withSearch(project, search) : null
}

const withSearch = (path: string, search: string): string => (search ? `${path}?${search}` : path)

/** The source that an address asks for; null where it asks for none. */
export function activeSource(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('activeSource'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
