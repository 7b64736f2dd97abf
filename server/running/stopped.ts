/** When a server that runs is to stop. */
import type { Log } from '../base/log.ts'
import type { Running } from './start.ts'

/** ms; of it 4 s may go into last backups. */
const patience = 5000

/** Resolves when a signal has stopped the server, its person in the page, or, with `unused`, nobody; gives up waiting after 5 s. */
export function stopped(running: Running, log: Pick<Log, 'say'>, unused?: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false
    const stop = (by: string) => {
      if (stopping) return
      stopping = true
      log.say('stopping', { by })
      setTimeout(() => process.exit(1), patience).unref()
      void running.close().then(resolve)
    }
    // Each as often as it comes: npm passes on the Ctrl+C that the terminal has sent already, and a second one that nobody takes would end it at once.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
    void running.quit.then(() => stop('its person'))
    void unused?.then(() => stop('nobody uses it'))
  })
}
