/**
 * How often something may be tried: a store of tries for each key, which fills again with time. In memory: a restart forgives.
 * Time is that of the machine's running, so that a clock that jumps neither locks out nor lets in.
 *
 * Promises: bounded memory; a key that was never tried has all its tries.
 */
export interface Allowance {
  /** Tries at once. */
  most: number
  /** Seconds until one more. */
  every: number
}

export interface Tries {
  /** Takes one try of each, or none at all where one has none left: then the seconds to wait. */
  take(keys: readonly (readonly [key: string, allowance: Allowance])[]): { wait: number } | null
  /** Gives a try back: it was none. */
  giveBack(key: string): void
  readonly size: number
}

const mostKeys = 100_000

interface Store {
  left: number
  at: number
  allowance: Allowance
}

/** `now`: ms that only grow. */
export function openTries(now: () => number = () => performance.now()): Tries {
  const stores = new Map<string, Store>()
  const fill = (store: Store) => {
    const { most, every } = store.allowance
    store.left = Math.min(most, store.left + (now() - store.at) / 1000 / every)
    store.at = now()
    return store
  }
  const find = (key: string, allowance: Allowance): Store => {
    const found = stores.get(key)
    if (found) return fill(found)
    const made = { left: allowance.most, at: now(), allowance }
    stores.set(key, made)
    return made
  }
  /** Those that are full again say nothing; beyond that the oldest go. */
  const makeRoom = () => {
    if (stores.size < mostKeys) return
    for (const [key, store] of stores) if (fill(store).left >= store.allowance.most) stores.delete(key)
    for (const key of stores.keys()) {
      if (stores.size < mostKeys * 0.9) return
      stores.delete(key)
    }
  }
  return {
    take: (keys) => {
      makeRoom()
      const found = keys.map(([key, allowance]) => find(key, allowance))
      const waits = found.filter(({ left }) => left < 1).map(({ left, allowance }) => (1 - left) * allowance.every)
      if (waits.length > 0) return { wait: Math.ceil(Math.max(...waits)) }
      for (const store of found) store.left -= 1
      return null
    },
    giveBack: (key) => {
      const store = stores.get(key)
      if (store) store.left = Math.min(store.allowance.most, fill(store).left + 1)
    },
    get size() {
      return stores.size
    },
  }
}
