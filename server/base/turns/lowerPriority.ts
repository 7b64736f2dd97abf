import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Steps of niceness, where many people share a server that has fewer cores than work: sockets are heard and answered while projects are written,
 * and projects are written while what takes long is done. The helpers of V8 collect the garbage of all threads, and at the priority of the event
 * loop one account's large requests would keep everybody waiting by their garbage alone; the event loop waits for them too, so they come soon after it.
 */
export const comesAfter = { helpers: 5, shared: 10, behind: 19 } as const

const lower = (thread: number, by: number) => setPriority(thread, Math.min(19, getPriority(thread) + by))

/** The thread that calls this comes after the event loop, by steps of niceness. On Linux, where a thread has one of its own; elsewhere nothing happens. */
export function lowerPriority(by: number): void {
  try {
    lower(Number.parseInt(readFileSync('/proc/thread-self/stat', 'utf8'), 10), by)
  } catch {
    // Another system, or one that does not let us: it goes as before.
  }
}

/** As `lowerPriority`, for the threads of V8 that help all others of this process. They are there from its start. */
export function lowerHelpers(by: number): void {
  try {
    for (const thread of readdirSync('/proc/self/task'))
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'V8Worker') lower(Number(thread), by)
  } catch {
    // Another system, or one that does not let us: it goes as before.
  }
}
