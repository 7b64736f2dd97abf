/**
 * Where an address leads that is not to be shown itself (2 §2, route guards); below a project's that is said by its views (`views/atAddress.ts`).
 * Pure: the router asks at every change.
 */

import { asked } from './views/idsInAddress.ts'

export interface Surroundings {
  /** Whether somebody is signed in; null where the host has no accounts. */
  signedIn: boolean | null
  /** Whether a desktop is to be activated before anything else is shown. */
  asksActivation: boolean
}

/** What asks for an account. Whatever else there is not is not found, whoever asks. */
const forPeople = /^\/(projects|account|operator)([/?]|$)/

/** The address to go on to, with its query, or null to stay. `search` has no question mark. */
export function redirect(path: string, search: string, { signedIn, asksActivation }: Surroundings): string | null {
  if (asksActivation) return /^\/(activation$|guide(\/|$))/.test(path) ? null : toActivation(path, search)
  if (signedIn === false) return forPeople.test(path) ? toSignIn(withSearch(path, search)) : null
  // An invitation says for whom it is.
  if (path === '/' || path === '/sign-in')
    return new URLSearchParams(search).get('invitation') ? null : (wayBack(search) ?? '/projects')
  if (path.length > 1 && path.endsWith('/')) return withSearch(path.replace(/\/+$/, '') || '/', search)
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

const withSearch = (path: string, search: string): string => (search ? `${path}?${search}` : path)
