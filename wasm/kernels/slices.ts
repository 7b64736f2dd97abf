/**
 * Work that stops to let others in: a generator that yields wherever it may be interrupted or given up. What it holds of a kernel's
 * memory it frees in a `finally`, since a run that is given up is `return`ed.
 */
export type Slices<T> = Generator<undefined, T, undefined>

/** How much is done without a stop (some milliseconds each), and the ends of memory: tests have smaller ones. */
export interface Sizes {
  /** Rows read from the database. */
  rowsRead: number
  /** Changed rows that are followed one by one: of more, their answers are read again, and what is counted of all is counted anew. */
  rowsFollowed: number
  /** Rows of the columns worked through. */
  rows: number
  /** Rows that are given a key to be sorted by. */
  keys: number
  /** Bytes of text: read, searched, counted. */
  bytesRead: number
  bytesSearched: number
  bytesCounted: number
  /** Places of a text found in another. */
  places: number
  /** Bytes taken for texts at once. */
  textBlock: number
  /** Pairs handed on. */
  pairs: number
  /** The most quirks whose matrix is kept: 64 MB. */
  widest: number
  /** The most pages, of 64 KB, that a kernel's memory takes. */
  pages: number
}

export const usual: Sizes = {
  rowsRead: 8_000,
  rowsFollowed: 64,
  rows: 200_000,
  keys: 100_000,
  bytesRead: 2_000_000,
  bytesSearched: 32_000_000,
  bytesCounted: 1_000_000,
  places: 65_536,
  textBlock: 1 << 24,
  pairs: 262_144,
  widest: 4096,
  pages: 65_536,
}

/** Runs to the end without a stop: the command line, the tests. */
export function finish<T>(slices: Slices<T>): T {
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
  }
}
