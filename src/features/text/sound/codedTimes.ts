/** When what was coded was said: bars along the recording, in lanes where they overlap. */
import { type ShownWord, timesOf } from '../../../model/sound/alignWords.ts'

export interface CodedPassage {
  from: number
  to: number
  quirkId: number
}

export interface CodedTime {
  quirkId: number
  /** Parts of the recording, 0 to 1. */
  from: number
  to: number
  lane: number
}

/** More lie over each other in the last one. */
export const mostLanes = 4
/** More could not be told apart. */
const mostBars = 1000

/** `length`: of the recording, in ms. Of what nobody knows the time there is no bar. */
export function codedTimes(
  passages: readonly CodedPassage[],
  words: readonly ShownWord[],
  length: number,
): CodedTime[] {
  if (length <= 0) return []
  const timed = passages.slice(0, mostBars).flatMap(({ from, to, quirkId }) => {
    const times = timesOf(words, { start: from, length: to - from })
    return times ? [{ quirkId, from: times.from / length, to: Math.min(1, times.to / length) }] : []
  })
  const ends: number[] = []
  return timed
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.from)
      const lane = Math.min(free < 0 ? ends.length : free, mostLanes - 1)
      ends[lane] = Math.max(ends[lane] ?? 0, bar.to)
      return { ...bar, lane }
    })
}
