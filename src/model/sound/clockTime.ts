/** A time of a recording as people write it, `01:02:03`, and as it is found in a text: `[00:01:02]`, or `#00:01:02-3#` as f4 writes it. */
import type { TimedWord } from './timedWords.ts'

/** Of ms; what is left of a second does not show. */
export function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** What is typed into a text for the time at that place. */
export const timeStamp = (ms: number): string => `[${clockTime(ms)}]`

const stamp = /\[(\d{1,3}):([0-5]\d):([0-5]\d)\]|#(\d{1,3}):([0-5]\d):([0-5]\d)(?:-(\d))?#/g

/**
 * What stands between two times that somebody has typed was said between them: one line each, as of a cue of subtitles. `length`: of the recording in ms, 0 where
 * nobody knows. A time that is before another above it counts for nothing.
 */
export function stampedLines(text: string, length: number): TimedWord[] {
  const lines: TimedWord[] = []
  let from = 0
  let begins = 0
  const end = (to: number, ends: number) => {
    if (to > from && ends >= begins) lines.push({ from, to, begins, ends })
  }
  let found = false
  for (const { 0: written, 1: hours, 2: minutes, 3: seconds, ...rest } of text.matchAll(stamp)) {
    const [h, m, s] = [hours ?? rest[4], minutes ?? rest[5], seconds ?? rest[6]]
    const ms = ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(rest[7] ?? 0) * 100
    if (ms < begins) continue
    found = true
    end(rest.index, ms)
    from = rest.index + written.length
    begins = ms
  }
  if (found) end(text.length, Math.max(begins, length))
  return lines
}
