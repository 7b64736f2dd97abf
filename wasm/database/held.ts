/**
 * Which highlights and memos held the words that are gone, as they were when they went: whoever brings words back by their names (`back` of a
 * step) gives them to these, and to nothing else, whatever they knew of it. In memory, and of the last deletions alone: a copy knows what its own have taken
 * once the room has them, so that only those count that are under way together with what takes them back.
 */
import type { AnyRow } from '../../src/model/schema.ts'
import type { Back, Gives, Gone } from '../../src/model/text/edit.ts'
import { type Range, without } from '../../src/model/text/marks.ts'

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
  /** What held these words when they went, in place of what is known of them: whoever brings words back and takes them away again does so under their name. */
  note(words: readonly Gone[], holdings: readonly Holding[]): void
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

interface Known {
  /** Units, in order and apart. */
  words: Range[]
  holdings: Holding[]
}

export function openHeld(): Held {
  const known = new Map<number, Known>()
  let isTaken = false
  return {
    note: (words, holdings) => {
      const byName = Map.groupBy(holdings, ({ name }) => name)
      for (const [name, gone] of Map.groupBy(words, ({ name }) => name)) {
        const ranges = inOrder(gone.map(({ from, length }) => ({ from, to: from + length })))
        const before = known.get(name)
        known.delete(name)
        known.set(name, {
          words: inOrder([...(before?.words ?? []).flatMap((range) => without(range, ranges)), ...ranges]),
          holdings: [...(before?.holdings ?? []).flatMap((it) => outside(it, ranges)), ...(byName.get(name) ?? [])],
        })
      }
      for (const name of known.keys()) {
        if (known.size <= most) break
        known.delete(name)
      }
    },
    remembers: (back) =>
      !isTaken &&
      back.length > 0 &&
      back.every(
        ({ name, from, length }) => without({ from, to: from + length }, known.get(name)?.words ?? []).length === 0,
      ),
    givenWith: (answerId, back) =>
      isTaken
        ? []
        : back.flatMap(({ name, from, length, at }) =>
            (known.get(name)?.holdings ?? []).flatMap((holding): Gives[] => {
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

const inOrder = (ranges: readonly Range[]): Range[] => ranges.toSorted((a, b) => a.from - b.from)

/** What is known of the units that have not gone anew. */
function outside(holding: Holding, gone: readonly Range[]): Holding[] {
  if (holding.from < holding.to) return without(holding, gone).map((part) => ({ ...holding, ...part }))
  return gone.some(({ from, to }) => from <= holding.from && holding.from < to) ? [] : [holding]
}
