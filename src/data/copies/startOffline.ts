/** The service worker (`workers/offline`): where the server is elsewhere, this browser keeps the page's own files. */
import { can } from '../server/serverFacts.ts'

/** What the page needs first comes first, in ms. */
const settleTime = 3000

export function startOffline(): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  // This machine is the server. Another one may have been called by this address before.
  if (can('localFiles')) {
    void serviceWorker.getRegistration('./').then((before) => before?.unregister(), quiet)
    return
  }
  const begin = () => void serviceWorker.register('offline.js', { scope: './', updateViaCache: 'none' }).catch(quiet)
  if (serviceWorker.controller) begin()
  else setTimeout(begin, settleTime)
}

/** A browser that keeps nothing for this page goes without. */
const quiet = () => {}
