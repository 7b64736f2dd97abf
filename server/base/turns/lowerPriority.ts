import { readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * The thread that calls this comes after the event loop where there are fewer cores than work: `by` steps of niceness. On Linux, where a thread has
 * one of its own; elsewhere nothing happens.
 */
export function lowerPriority(by: number): void {
  try {
    const thread = Number.parseInt(readFileSync('/proc/thread-self/stat', 'utf8'), 10)
    setPriority(thread, Math.min(19, getPriority(thread) + by))
  } catch {
    // Another system, or one that does not let us: it goes as before.
  }
}
