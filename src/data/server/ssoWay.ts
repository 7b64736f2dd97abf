/** The way to a provider of sign-ins and back, in this tab: where somebody wanted to go meanwhile. */
import { requestLine } from './requestLine.ts'
import { serverAddress } from './serverAddress.ts'

const key = 'thicket:way'

/** Where the browser goes to sign in with the provider of this id. */
export const providerAddress = (id: string): string =>
  serverAddress() + requestLine('GET /web/api/v2/auth/sso/{id}/begin', { path: { id } }).path

/** `search`: what the ways in hand on to each other, as the query of an address of the page. */
export function keepWay(search: string): void {
  try {
    sessionStorage.setItem(key, search)
  } catch {
    // Without it they come to their list of projects.
  }
}

/** What was kept, once; empty: nothing. */
export function takeWay(): string {
  try {
    const kept = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    return kept
  } catch {
    return ''
  }
}
