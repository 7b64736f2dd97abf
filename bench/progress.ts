/**
 * What a file of benches does is given up where nothing comes of it any more, and not because it takes long: a machine that others use too is
 * slow. Signs of progress are rounds that were measured, parts of a journey that were come to, and what changes on the pages of a browser.
 */
import { availableParallelism, loadavg } from 'node:os'

/** ms since then, as a machine would have had them that works for this alone. */
let waited = 0
/** What was come to last. */
let at = 'its start'

/** `part`: what the bench has come to. */
export function progressed(part = at): void {
  waited = 0
  at = part
}

/** Of its processors, what a machine that others use too leaves to one more; 1 where the system does not say how many want them. */
const share = (): number => Math.min(1, availableParallelism() / (loadavg()[0] || 1))

/** Rejects once there was no sign of progress for `patience` ms, which are the longer the busier the machine is. */
export async function whileProgressing<T>(work: Promise<T>, patience: number, shareOf = share): Promise<T> {
  const step = patience / 100
  progressed('its start')
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      waited += step * shareOf()
      if (waited >= patience) reject(new Error(`no progress for ${patience / 1000} s after ${at}`))
    }, step)
  })
  try {
    return await Promise.race([work, stuck])
  } finally {
    clearInterval(timer)
  }
}
