/** When a Thicket that was started from a menu, where nobody sees it, is of no use any more. */
import type { Running } from './start.ts'

/** Pages say every five minutes that they are there (`src/data/server/localServer.ts`), and browsers may let those in the background wait. */
const minutes = 15

/** Resolves once nobody has called for a quarter of an hour. What is counted are looks, not the clock: a machine that slept was not unused. */
export function unused({ wasUsed }: Pick<Running, 'wasUsed'>): Promise<void> {
  return new Promise((resolve) => {
    let quiet = 0
    const look = setInterval(() => {
      quiet = wasUsed() ? 0 : quiet + 1
      if (quiet < minutes) return
      clearInterval(look)
      resolve()
    }, 60_000)
    look.unref()
  })
}
