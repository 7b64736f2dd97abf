/** What the page does while the server is there, so that it can do the same without: its own files are fetched before they are asked for. */
import { can } from '../server/serverFacts.ts'

/** What the page needs first comes first, in ms. */
const settleTime = 3000
/** Where they cost nobody anything, in ms. */
const restTime = 10_000

/** Where the server is elsewhere, the service worker (`workers/offline`) keeps them; where it is this machine, the browser's own cache. */
export function startOffline(): void {
  const { serviceWorker } = navigator
  if (can('localFiles')) {
    // Another server may have been called by this address before.
    void serviceWorker?.getRegistration('./').then((before) => before?.unregister(), quiet)
    setTimeout(() => void fetchAhead().catch(quiet), restTime)
    return
  }
  if (!serviceWorker) return
  const begin = () => void serviceWorker.register('offline.js', { scope: './', updateViaCache: 'none' }).catch(quiet)
  if (serviceWorker.controller) begin()
  else setTimeout(begin, settleTime)
}

/** Marks in the browser's own record of the page's times that all is there. */
const allThere = 'files fetched'

/** They may be cached for ever: once here, they need no server. */
async function fetchAhead(): Promise<void> {
  const file = async (name: string) => fetch(new URL(name, import.meta.url))
  const names = (await (await file('files.json')).json()) as string[]
  for (const name of names) await (await file(name)).arrayBuffer()
  performance.mark(allThere)
}

/** A browser that keeps nothing for this page goes without. */
const quiet = () => {}
