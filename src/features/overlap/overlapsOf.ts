import type { Shown } from './useQuirks.ts'

/** A quirk that overlaps the one in the middle. */
export interface Overlapping extends Shown {
  /** Overlapping pairs of highlights. */
  readonly count: number
  /** Of all pairs with other quirks, 0 to 1. */
  readonly share: number
}

export interface Overlaps {
  /** The most frequent first. */
  readonly others: readonly Overlapping[]
  /** Pairs of its own highlights. */
  readonly itself: number
}

/** `shown` null: every quirk. Those that are left out count in no share. */
export function overlapsOf(
  middle: number,
  counts: readonly { quirkId: number; count: number }[],
  quirks: ReadonlyMap<number, Shown>,
  shown: ReadonlySet<number> | null,
): Overlaps {
  const others: Overlapping[] = []
  let all = 0
  let itself = 0
  for (const { quirkId, count } of counts) {
    const quirk = quirks.get(quirkId)
    if (quirkId === middle) itself = count
    else if (quirk && (shown === null || shown.has(quirkId))) {
      others.push({ ...quirk, count, share: 0 })
      all += count
    }
  }
  return {
    others: others
      .map((other) => ({ ...other, share: other.count / all }))
      .sort((a, b) => b.count - a.count || a.id - b.id),
    itself,
  }
}

/** The quirk to begin with where none is asked for: the one with the most highlights. */
export function mostUsed(quirks: Iterable<Shown>, shown: ReadonlySet<number> | null): Shown | undefined {
  let most: Shown | undefined
  for (const quirk of quirks)
    if ((shown === null || shown.has(quirk.id)) && (!most || quirk.highlights > most.highlights)) most = quirk
  return most
}

export type OverlapOrder = 'title' | 'count'

export const sorted = (
  others: readonly Overlapping[],
  { by, descending }: { by: OverlapOrder; descending: boolean },
  compare: (a: string, b: string) => number,
): Overlapping[] =>
  others.toSorted(
    (a, b) => (by === 'title' ? compare(a.title, b.title) : a.count - b.count) * (descending ? -1 : 1) || a.id - b.id,
  )
