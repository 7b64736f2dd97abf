/**
 * What is good once and not for long, under a key that cannot be guessed, which only its hash is kept of. In memory: whoever is on their way
 * while the server starts anew begins again.
 *
 * Promises: bounded memory, where the oldest goes first; time is that of a clock that nobody sets.
 */
import { hashOfToken } from '../accounts/tokens.ts'

export interface OneTime<T> {
  /** `life`: ms. */
  put(key: string, value: T, life: number): void
  /** What is kept under the key, which is used up; null: there is nothing, or not any more. */
  take(key: string): T | null
}

/** `most`: how many are kept. `steady`: ms of a clock that nobody sets. */
export function openOneTime<T>(most: number, steady: () => number): OneTime<T> {
  const kept = new Map<string, { value: T; until: number }>()
  const forget = () => {
    for (const [hash, { until }] of kept) if (until <= steady()) kept.delete(hash)
    for (const hash of kept.keys()) {
      if (kept.size < most) return
      kept.delete(hash)
    }
  }
  return {
    put: (key, value, life) => {
      if (kept.size >= most) forget()
      kept.set(hashOfToken(key), { value, until: steady() + life })
    },
    take: (key) => {
      const hash = hashOfToken(key)
      const found = kept.get(hash)
      kept.delete(hash)
      return found && found.until > steady() ? found.value : null
    },
  }
}
