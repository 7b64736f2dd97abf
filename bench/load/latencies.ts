/** Times of many deliveries, counted by the tenth of a millisecond. */
export interface Latencies {
  add(ms: number): void
  clear(): void
  readonly count: number
  /** ms; NaN where there is none. */
  at(percent: number): number
}

const tenths = 600_000

export function openLatencies(): Latencies {
  const counts = new Uint32Array(tenths + 1)
  let count = 0
  return {
    add: (ms) => {
      const slot = Math.min(tenths, Math.max(0, Math.round(ms * 10)))
      counts[slot] = (counts[slot] as number) + 1
      count += 1
    },
    clear: () => {
      counts.fill(0)
      count = 0
    },
    get count() {
      return count
    },
    at: (percent) => {
      let left = Math.ceil((count * percent) / 100)
      for (let slot = 0; slot <= tenths; slot += 1) {
        left -= counts[slot] as number
        if (left <= 0 && count > 0) return slot / 10
      }
      return Number.NaN
    },
  }
}
