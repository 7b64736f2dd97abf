/** Work on what is wanted, one at a time: whatever was wanted meanwhile is passed over for the latest. */
export interface LatestFirst<T> {
  want(next: T): void
  /** The latest once more, as soon as it may be begun. */
  again(): void
}

export function latestFirst<T>(work: (wanted: T) => Promise<void>, mayBegin: () => boolean): LatestFirst<T> {
  let latest: { wanted: T } | undefined
  let isDue = false
  let isRunning = false
  const run = async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    try {
      while (latest && isDue && mayBegin()) {
        isDue = false
        await work(latest.wanted)
      }
    } finally {
      isRunning = false
    }
  }
  return {
    want: (next) => {
      latest = { wanted: next }
      void run()
    },
    again: () => void run(),
  }
}
