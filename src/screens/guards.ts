/**
 * Where an address leads that is not to be shown itself (1 §2 and 2 §2, route guards). Pure: the router asks at every change.
 */

export interface Surroundings {
  /** The layout for phones: see `useMobile`. Local mode has none. */
  mobile: boolean
  /** Whether somebody is signed in; null where the host has no accounts. */
  signedIn: boolean | null
  /** Whether a desktop is to be activated before anything else is shown. */
  asksActivation: boolean
}

/** What asks for an account. Whatever else there is not is not found, whoever asks. */
const forPeople = /^\/(projects|account)([/?]|$)/

/** Views that a phone does not have: it shows the text instead. */
const forDesks = ['overlap', 'query', 'sort', 'tree', 'cloud', 'matrix', 'crosstab', 'agreement', 'timeline', 'console']

/** The address to go on to, with its query, or null to stay. `search` has no question mark. */
export function redirect(
  path: string,
  search: string,
  { mobile, signedIn, asksActivation }: Surroundings,
): string | null {
  if (asksActivation) return path === '/activation' ? null : toActivation(path, search)
  if (signedIn === false) return forPeople.test(path) ? toSignIn(withSearch(path, search)) : null
  // An invitation says for whom it is.
  if (path === '/') return new URLSearchParams(search).get('invitation') ? null : (wayBack(search) ?? '/projects')
  if (path.length > 1 && path.endsWith('/')) return withSearch(path.replace(/\/+$/, '') || '/', search)
  const [, project, child = '', row] =
    /^(\/projects\/(?!create$|create\/)[^/]+)(?:\/([a-z]+)(?:\/([^/]+))?)?$/.exec(path) ?? []
  if (!project) return null
  return mobile ? onPhone(project, child, search) : onDesk(project, child, row, search)
}

function onDesk(project: string, child: string, row: string | undefined, search: string): string | null {
  if (child === 'sources' && row)
    return withSearch(project, row === 'last' || row === 'highest' ? '' : asked('activeSource', row))
  if (child === 'quirks')
    return row ? withSearch(`${project}/tree`, asked('quirkId', row)) : withSearch(`${project}/list`, search)
  if (row) return null
  return ['sources', 'users', 'settings'].includes(child) ? withSearch(project, search) : null
}

function onPhone(project: string, child: string, search: string): string | null {
  const quirkId = new URLSearchParams(search).get('quirkId')
  if (quirkId && child !== 'quirks') return `${project}/quirks/${encodeURIComponent(quirkId)}`
  const source = activeSource(search)
  if (child === '' && source !== null) return `${project}/sources/${source}`
  if (child === 'list') return `${project}/quirks`
  if (child === '') return `${project}/sources/last`
  if (forDesks.includes(child)) return `${project}/sources/highest`
  return null
}

/** Where somebody was led on the way to the list of projects, they get there anyhow. */
const toActivation = (path: string, search: string): string =>
  /^\/(projects\/?)?$/.test(path) && !search
    ? '/activation'
    : `/activation?redirectUrl=${encodeURIComponent(withSearch(path, search))}`

const toSignIn = (wanted: string): string => `/?redirectUrl=${encodeURIComponent(wanted)}`

/** Where somebody wanted to go who had to sign in, or to activate, first; null: nowhere, or not to a page of ours. */
export function wayBack(search: string): string | null {
  const wanted = new URLSearchParams(search).get('redirectUrl') ?? ''
  return forPeople.test(wanted) ? wanted : null
}

/**
 * What the ways in (signing in, registering, another password) hand on to each other in their query: where somebody wanted to go, or the
 * invitation that they sign in for, which is opened then. Empty: nothing.
 */
export function handedOn(search: string): string {
  const given = new URLSearchParams(search)
  const [invitation, wanted] = [given.get('invitation'), given.get('redirectUrl')]
  if (invitation) return `signIn=1&${asked('invitation', invitation)}`
  return wanted ? asked('redirectUrl', wanted) : ''
}

/** Somebody is sent to sign in because of what they wanted, 2 §2: they are told. */
export const isAuthRequired = (target: string | null): boolean => target?.startsWith('/?redirectUrl=') ?? false

const asked = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`
const withSearch = (path: string, search: string): string => (search ? `${path}?${search}` : path)

/** The source that an address asks for; null where it asks for none. */
export const activeSource = (search: string): number | null => idOf(new URLSearchParams(search).get('activeSource'))

/** The quirk whose tree an address asks for; null where it asks for none. */
export const treeQuirk = (search: string): number | null => idOf(new URLSearchParams(search).get('quirkId'))

/** An id as it stands in an address; null where that is none. */
export function idOf(text: string | null | undefined): number | null {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
