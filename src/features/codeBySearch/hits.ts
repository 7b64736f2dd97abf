/** The hits of a search over texts as a list: grouped by source, each ticked or not. */

export interface HitGroup {
  sourceId: number
  /** Index of its first hit. */
  first: number
  count: number
}

export interface Hits {
  /** Four numbers each: source, question, start, length; by source. */
  places: Float64Array
  count: number
  groups: readonly HitGroup[]
  /** What the list shows, from top to bottom: a hit by its index, a group by −1 − its index. */
  rows: readonly number[]
}

export const groupRow = (group: number): number => -1 - group
export const groupOf = (row: number): number => -1 - row

export function hitsOf(places: Float64Array): Hits {
  const groups: HitGroup[] = []
  const rows: number[] = []
  const count = places.length / 4
  for (let hit = 0; hit < count; hit++) {
    const sourceId = places[hit * 4] as number
    const last = groups.at(-1)
    if (last?.sourceId === sourceId) last.count += 1
    else {
      rows.push(groupRow(groups.length))
      groups.push({ sourceId, first: hit, count: 1 })
    }
    rows.push(hit)
  }
  return { places, count, groups, rows }
}

export function placeOf({ places }: Hits, hit: number) {
  const at = hit * 4
  return {
    sourceId: places[at] as number,
    questionId: places[at + 1] as number,
    start: places[at + 2] as number,
    length: places[at + 3] as number,
  }
}

/** One for each hit: 1 is ticked. */
export type Ticks = Uint8Array<ArrayBuffer>

export const ticked = (ticks: Ticks, from = 0, to = ticks.length): number => {
  let count = 0
  for (let at = from; at < to; at++) count += ticks[at] as number
  return count
}

/** A new one, with those of [from, to) set. */
export function withTicks(ticks: Ticks, from: number, to: number, on: boolean): Ticks {
  return ticks.slice().fill(on ? 1 : 0, from, to)
}

const key = ({ places }: Hits, hit: number): string => places.subarray(hit * 4, hit * 4 + 4).join()

/** The texts have changed meanwhile: what was not ticked stays so where it still is; new hits are ticked. */
export function ticksKept(before: Hits, ticks: Ticks, now: Hits): Ticks {
  const off = new Set<string>()
  for (let hit = 0; hit < before.count; hit++) if (!ticks[hit]) off.add(key(before, hit))
  return Uint8Array.from({ length: now.count }, (_, hit) => (off.size > 0 && off.has(key(now, hit)) ? 0 : 1))
}

export const passagesOf = (hits: Hits, ticks: Ticks) => {
  const passages: ReturnType<typeof placeOf>[] = []
  for (let hit = 0; hit < hits.count; hit++) if (ticks[hit]) passages.push(placeOf(hits, hit))
  return passages
}
