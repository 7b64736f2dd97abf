/** When a server that runs is to stop. */
import type { Running } from './start.ts'

/** ms; of it 4 s may go into last backups. */
const patience = 5000

/** Resolves when a signal has stopped the server, its person in the page, or, with `unused`, nobody; gives up waiting after 5 s. */
export function stopped(running: Running, unused?: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false
    const stop = () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), patience).unref()
      void running.close().then(resolve)
    }
    // Each as often as it comes: npm passes on the Ctrl+C that the terminal has sent already, and a second one that nobody takes would end it at once.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    void running.quit.then(stop)
    void unused?.then(stop)
  })
}
