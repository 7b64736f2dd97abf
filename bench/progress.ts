/**
 * What a file of benches does is given up where nothing comes of it any more, and not because it takes long: a machine that others use too is
 * slow. Signs of progress are rounds that were measured, parts of a journey that were come to, and what changes on the pages of a browser.
 */
let last = 0
/** What was come to last. */
let at = 'its start'

/** `part`: what the bench has come to. */
export function progressed(part = at): void {
  last = performance.now()
  at = part
}

/** Rejects once there was no sign of progress for `patience` ms. */
export async function whileProgressing<T>(work: Promise<T>, patience: number): Promise<T> {
  progressed('its start')
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (performance.now() - last >= patience) reject(new Error(`no progress for ${patience / 1000} s after ${at}`))
    }, patience / 10)
  })
  try {
    return await Promise.race([work, stuck])
  } finally {
    clearInterval(timer)
  }
}
