/** When a server that runs is to stop. */
import type { Running } from './start.ts'

/** Resolves when a signal has stopped the server; gives up waiting after 5 s. */
export function stopped(running: Running): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      setTimeout(() => process.exit(1), 5000).unref()
      void running.close().then(resolve)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  })
}
