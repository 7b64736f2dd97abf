/**
 * In which order do quirks stand so that those that overlap much are neighbours? Clusters by average linkage, found along chains of nearest
 * neighbours (n² steps for n quirks); where two clusters meet, they turn the ends to each other that overlap most.
 *
 * Likeness of two quirks: their overlaps for the geometric mean of those that each has at all, so that frequent quirks are not alike for
 * being frequent. Promises: every place once, the same order for the same counts; a set of quirks that overlap none outside stands together.
 */
import type { OverlapTable } from '../../../src/model/queries.ts'
import type { Slices } from '../slices.ts'

/** Steps along the chain without a stop, each as long as there are clusters. */
const slice = 128

export function* similarOrder(
  table: Pick<OverlapTable, 'totals' | 'starts' | 'others' | 'counts'>,
): Slices<Uint32Array> {
  const size = table.totals.length
  const likeness = yield* likenessOf(table)
  /** Of each cluster that is still there, its places in their order; a cluster is called by one of them. */
  const clusters = new Map(Array.from({ length: size }, (_, place): [number, number[]] => [place, [place]]))
  const names = Uint32Array.from(clusters.keys())
  let left = size
  const chain: number[] = []
  for (let step = 1; left > 1; step++) {
    if (step % slice === 0) yield
    const top = chain.at(-1) ?? (names[0] as number)
    if (chain.length === 0) chain.push(top)
    const before = chain.at(-2) ?? -1
    const nearest = nearestTo(top, before)
    if (nearest !== before) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    join(Math.min(top, before), Math.max(top, before))
  }
  return Uint32Array.from(clusters.get(names[0] ?? 0) ?? [])

  /** Among equals the one that the chain comes from, so that it ends. */
  function nearestTo(cluster: number, before: number): number {
    let best = before
    let most = before < 0 ? -1 : (likeness[cluster * size + before] as number)
    for (let n = 0; n < left; n++) {
      const other = names[n] as number
      const like = likeness[cluster * size + other] as number
      if (like <= most || other === cluster) continue
      best = other
      most = like
    }
    return best
  }

  /** The one takes the other in: it is as like the others as its places are on the average. */
  function join(one: number, other: number): void {
    const [mine, theirs] = [clusters.get(one) as number[], clusters.get(other) as number[]]
    clusters.set(one, turned(mine, theirs, likeOf))
    clusters.delete(other)
    const gone = names.indexOf(other)
    names.copyWithin(gone, gone + 1, left)
    left -= 1
    const share = mine.length / (mine.length + theirs.length)
    for (let n = 0; n < left; n++) {
      const third = names[n] as number
      if (third === one) continue
      const like =
        share * (likeness[one * size + third] as number) + (1 - share) * (likeness[other * size + third] as number)
      likeness[one * size + third] = like
      likeness[third * size + one] = like
    }
  }

  function likeOf(a: number, b: number): number {
    const { starts, others, counts, totals } = table
    for (let at = starts[a] as number, last = starts[a + 1] as number; at < last; at++)
      if (others[at] === b) return (counts[at] as number) / Math.sqrt((totals[a] as number) * (totals[b] as number))
    return 0
  }
}

function* likenessOf({ totals, starts, others, counts }: Parameters<typeof similarOrder>[0]): Slices<Float32Array> {
  const size = totals.length
  const likeness = new Float32Array(size * size)
  for (let place = 0; place < size; place++) {
    if (place % slice === 0) yield
    for (let at = starts[place] as number, last = starts[place + 1] as number; at < last; at++) {
      const other = others[at] as number
      likeness[place * size + other] =
        (counts[at] as number) / Math.sqrt((totals[place] as number) * (totals[other] as number))
    }
  }
  return likeness
}

/** One after the other, each forwards or backwards: as their ends are most alike. */
function turned(a: readonly number[], b: readonly number[], likeOf: (a: number, b: number) => number): number[] {
  const end = (list: readonly number[], last: boolean) => (last ? list.at(-1) : list[0]) as number
  let best = { like: -1, turnA: false, turnB: false }
  for (const turnA of [false, true])
    for (const turnB of [false, true]) {
      const like = likeOf(end(a, !turnA), end(b, turnB))
      if (like > best.like) best = { like, turnA, turnB }
    }
  return [...(best.turnA ? a.toReversed() : a), ...(best.turnB ? b.toReversed() : b)]
}
