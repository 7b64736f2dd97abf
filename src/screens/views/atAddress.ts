/** What stands at an address below a project's (1 §2), by the records of the views. Pure: the screen of the project asks at every change. */
import type { Feature } from '../../model/serverFacts.ts'
import { allViews, type ViewName, viewOf } from './views.ts'

/** A view, and the source or quirk in it; or the address, below the project's, that is gone on to. Null: nothing is there. */
export type AtAddress = { readonly view: ViewName; readonly row: string | undefined } | { readonly to: string } | null

interface Surroundings {
  /** The layout for phones: see `useMobile`. */
  isPhone: boolean
  /** What the host can do. */
  can: (feature: Feature) => boolean
}

/** `path` and `search` are what stands behind the project's address. */
export function atAddress(path: string, search: string, { isPhone, can }: Surroundings): AtAddress {
  const [child, row, ...more] = path.split('/').filter(Boolean)
  const view = child === undefined ? 'canvas' : allViews.find((name) => name === child && name !== 'canvas')
  if (view === undefined || more.length > 0) return null
  const quirk = new URLSearchParams(search).get('quirkId')
  // On a phone a quirk has a sheet of its own, whatever view is asked for with it.
  if (isPhone && quirk && view !== 'quirks') return { to: `/quirks/${encodeURIComponent(quirk)}` }
  const { desk, phone, only } = viewOf(view)
  const device = isPhone ? phone : desk
  if (typeof device === 'function') {
    const to = device(row, search)
    return to === null ? null : { to: addressOf(to) }
  }
  return (only && !can(only)) || (row !== undefined && !isPhone) ? null : { view, row }
}

/** Behind the project's address, without a question mark that asks for nothing. */
const addressOf = (to: string): string => `${/^(\?|$)/.test(to) ? '' : '/'}${to.replace(/\?$/, '')}`
