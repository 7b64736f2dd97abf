/**
 * Which highlights and memos held the words that are gone, as they were when they went: whoever brings words back by their names (`back` of a
 * step) gives them to these, and to nothing else, whatever they knew of it. In memory, and of the last deletions alone: a copy knows what its own have taken
 * once the room has them, so that only those count that are under way together with what takes them back.
 */
import type { AnyRow } from '../../src/model/schema.ts'
import type { Back, Gives } from '../../src/model/text/edit.ts'

/**
 * Units of the words that went under a name, and what held them; `row`: the whole row of a highlight of which they were the last. Of a memo without
 * words, which was before the unit `from`, there are none.
 */
export interface Holding {
  answerId: number
  name: number
  from: number
  to: number
  table: Gives['table']
  id: number
  row?: AnyRow
}

export interface Held {
  /** What held the words of these names when they went, in place of what is known of that. */
  note(names: ReadonlySet<number>, holdings: readonly Holding[]): void
  /** Whether it is remembered of all these words what held them. */
  remembers(back: readonly Back[]): boolean
  /** To be given back where these words come back. */
  givenWith(answerId: number, back: readonly Back[]): Gives[]
  /** Runs `body`, which does what the room has taken: that says itself what is given back. */
  asTaken<T>(body: () => T): T
  isTaken(): boolean
}

/** So many names are kept. */
const most = 1000

export function openHeld(): Held {
  const known = new Map<number, Holding[]>()
  let isTaken = false
  return {
    note: (names, holdings) => {
      for (const name of names) {
        known.delete(name)
        known.set(name, [])
      }
      for (const holding of holdings) known.get(holding.name)?.push(holding)
      for (const name of known.keys()) {
        if (known.size <= most) break
        known.delete(name)
      }
    },
    remembers: (back) => !isTaken && back.length > 0 && back.every(({ name }) => known.has(name)),
    givenWith: (answerId, back) =>
      isTaken
        ? []
        : back.flatMap(({ name, from, length, at }) =>
            (known.get(name) ?? []).flatMap((holding): Gives[] => {
              const [first, end] = [Math.max(from, holding.from), Math.min(from + length, holding.to)]
              const isHeld = holding.from < holding.to ? first < end : first < from + length && first === holding.from
              if (!isHeld || holding.answerId !== answerId) return []
              const { table, id, row } = holding
              return [{ table, id, from: at + first - from, to: at + Math.max(first, end) - from, ...(row && { row }) }]
            }),
          ),
    isTaken: () => isTaken,
    asTaken: (body) => {
      isTaken = true
      try {
        return body()
      } finally {
        isTaken = false
      }
    },
  }
}
