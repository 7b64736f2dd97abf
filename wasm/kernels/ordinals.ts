/** Small numbers for the ids and names that occur: 0, 1, 2 … in the order in which they are met, for good. */
export interface Ordinals<T> {
  /** The number of `value`, given now if it has none. */
  of(value: T): number
  known(value: T): number | undefined
  at(ordinal: number): T
  readonly size: number
}

export function openOrdinals<T>(): Ordinals<T> {
  const numbers = new Map<T, number>()
  const values: T[] = []
  return {
    of: (value) => {
      const known = numbers.get(value)
      if (known !== undefined) return known
      numbers.set(value, values.length)
      values.push(value)
      return values.length - 1
    },
    known: (value) => numbers.get(value),
    at: (ordinal) => values[ordinal] as T,
    get size() {
      return values.length
    },
  }
}

/** The same as `of` for the same ids again and again: a map of numbers beyond 2^31 takes longer to ask than all else about a row. */
export function quickly({ of }: Ordinals<number>): (id: number) => number {
  const ids = new Float64Array(4096).fill(Number.NaN)
  const numbers = new Int32Array(4096)
  return (id) => {
    const slot = Math.imul(id | 0, 0x9e3779b1) >>> 20
    if (ids[slot] !== id) {
      ids[slot] = id
      numbers[slot] = of(id)
    }
    return numbers[slot] as number
  }
}
