/**
 * In which lane of the highlight column each highlight stands: a greedy interval partition over the whole text, so that a
 * bracket keeps its lane while scrolling. Lane 0 is nearest to the words.
 */
export interface LaneSpan {
  id: number
  from: number
  to: number
}

/** About one row of text: two brackets in one lane never stand in the same row. */
const ROW = 90

/** Where the next bracket of a lane may begin after one that ends at `to`: a row further, or on the next line of the text. */
export const laneReach =
  (lineEnd: (pos: number) => number) =>
  (to: number): number =>
    Math.min(to + ROW, lineEnd(Math.max(0, to - 1)) + 1)

/** Asked for one span after the other, ascending by `from`, longer ones first: the lane of each. O(lanes), and lanes are few. */
export function laneFinder(reach: (to: number) => number): (from: number, to: number) => number {
  const free: number[] = []
  return (from, to) => {
    let lane = 0
    while (lane < free.length && (free[lane] as number) > from) lane++
    free[lane] = Math.max(from, reach(to))
    return lane
  }
}

/** The lowest lane that is not taken: for one highlight that has come to those already placed. */
export function lowestFree(taken: readonly number[]): number {
  let lane = 0
  while (taken.includes(lane)) lane++
  return lane
}
