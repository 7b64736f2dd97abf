/** How loud a recording is from its beginning to its end, as it is drawn: of each of so many equal parts of its time the loudest there is. */

/** Parts of a recording, however long it is: as many as a window is wide. */
export const peakCount = 1200

export interface Peaks {
  /** Samples of −1 to 1, `rate` a second, that begin at `from` seconds. What lies outside of the recording counts for nothing. */
  add(samples: Float32Array, from: number, rate: number): void
  /** 0 to 255, so far. */
  values(): Uint8Array<ArrayBuffer>
}

/** `seconds`: how long it is. */
export function openPeaks(seconds: number, count = peakCount): Peaks {
  const loudest = new Float32Array(count)
  return {
    add(samples, from, rate) {
      // Counted in samples: seconds are not exact.
      const [part, first] = [(seconds * rate) / count, Math.round(from * rate)]
      if (!(part > 0)) return
      for (let at = 0; at < samples.length; ) {
        const n = Math.floor((first + at) / part)
        // To the end of its part, and one sample at least.
        const to = Math.min(samples.length, Math.max(at + 1, Math.ceil((n + 1) * part) - first))
        let peak = loudest[n] ?? 0
        for (; at < to; at += 1) {
          const loud = Math.abs(samples[at] ?? 0)
          if (loud > peak) peak = loud
        }
        if (n >= 0 && n < count) loudest[n] = peak
      }
    },
    values: () => Uint8Array.from(loudest, (peak) => Math.round(Math.min(1, peak) * 255)),
  }
}
