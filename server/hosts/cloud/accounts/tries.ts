/**
 * How often something may be tried: a store of tries for each key, which fills again with time. In memory, and written behind it, so that
 * a restart forgives nothing but what a kill took with it (`keptTries.ts`).
 * Time is that of the machine's running, so that a clock that jumps neither locks out nor lets in; over a restart it is the clock's.
 *
 * Promises: bounded memory; a key that was never tried has all its tries.
 */
export interface TryAllowance {
  /** Tries at once. */
  most: number
  /** Seconds until one more. */
  every: number
}

export interface Tries {
  /** Takes one try of each, or none at all where one has none left: then the seconds to wait. */
  take(keys: readonly (readonly [key: string, allowance: TryAllowance])[]): { wait: number } | null
  /** Gives a try back: it was none. */
  giveBack(key: string): void
  readonly size: number
  close(): void
}

/** What is left of a key's tries; `age`: for how long it has been so, in ms. */
export interface LeftTries extends TryAllowance {
  key: string
  left: number
  age: number
}

/** Where they outlive the process. */
export interface TriesKeeper {
  read(): LeftTries[]
  /** Those that are others than before, and the keys that say nothing any more. */
  write(changed: readonly LeftTries[], gone: readonly string[]): void
}

const mostKeys = 100_000
/** Written together, so that a flood of tries costs the disk no more than one; in ms. */
const writeAfter = 1000

interface Store {
  left: number
  at: number
  allowance: TryAllowance
}

/** `now`: ms that only grow. */
export function openTries(now: () => number = () => performance.now(), keeper?: TriesKeeper): Tries {
  const stores = new Map<string, Store>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  for (const { key, left, age, most, every } of keeper?.read() ?? [])
    stores.set(key, { left, at: now() - age, allowance: { most, every } })

  const fill = (store: Store) => {
    const { most, every } = store.allowance
    store.left = Math.min(most, store.left + (now() - store.at) / 1000 / every)
    store.at = now()
    return store
  }
  const find = (key: string, allowance: TryAllowance): Store => {
    const found = stores.get(key)
    // A new version of the server may allow more or less.
    if (found) return fill(Object.assign(found, { allowance }))
    const made = { left: allowance.most, at: now(), allowance }
    stores.set(key, made)
    return made
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const rows: LeftTries[] = []
    const gone: string[] = []
    for (const key of changed) {
      const store = stores.get(key)
      if (!store || fill(store).left >= store.allowance.most) gone.push(key)
      else rows.push({ key, left: store.left, age: 0, ...store.allowance })
    }
    changed.clear()
    keeper?.write(rows, gone)
  }
  const note = (key: string) => {
    if (!keeper) return
    changed.add(key)
    timer ??= setTimeout(write, writeAfter).unref()
  }
  const drop = (key: string) => {
    stores.delete(key)
    note(key)
  }
  /** Those that are full again say nothing; beyond that the oldest go. */
  const makeRoom = () => {
    if (stores.size < mostKeys) return
    for (const [key, store] of stores) if (fill(store).left >= store.allowance.most) drop(key)
    for (const key of stores.keys()) {
      if (stores.size < mostKeys * 0.9) return
      drop(key)
    }
  }
  return {
    take: (keys) => {
      makeRoom()
      const found = keys.map(([key, allowance]) => find(key, allowance))
      const waits = found.filter(({ left }) => left < 1).map(({ left, allowance }) => (1 - left) * allowance.every)
      if (waits.length > 0) return { wait: Math.ceil(Math.max(...waits)) }
      for (const store of found) store.left -= 1
      for (const [key] of keys) note(key)
      return null
    },
    giveBack: (key) => {
      const store = stores.get(key)
      if (!store) return
      store.left = Math.min(store.allowance.most, fill(store).left + 1)
      note(key)
    },
    get size() {
      return stores.size
    },
    close: () => {
      if (timer) write()
    },
  }
}
