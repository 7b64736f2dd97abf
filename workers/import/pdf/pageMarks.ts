/**
 * What a page shows beside its text: running heads and feet, page numbers, line numbers. They are found by their repetition, page by page.
 *
 * A head or foot stands in one of the outer lines, apart from the text, and stands at the same height on at least three near pages with the
 * same words, numbers aside; page numbers need two.
 */
import { linesOf, type Segment } from './segments.ts'

export interface Unmarked {
  pages: Segment[][]
  /** Lines of heads and feet, and line numbers. */
  leftOut: number
  /** Some of them as they stood. */
  samples: string[]
}

interface Mark {
  page: number
  segment: Segment
}

const nearPages = 4
const samples = 3

export function withoutPageMarks(pages: readonly (readonly Segment[])[]): Unmarked {
  const marks = pages.flatMap((segments, page) => candidates(segments, page))
  const byKey = new Map<string, Mark[]>()
  for (const [key, mark] of marks) byKey.set(key, [...(byKey.get(key) ?? []), mark])
  const gone = new Set<Segment>()
  const shown = new Map<string, string>()
  let leftOut = 0
  for (const [key, all] of byKey) {
    const least = isPageNumber(all[0]?.segment.text ?? '') ? 2 : 3
    for (const [i, mark] of all.entries()) {
      const near = all.slice(Math.max(0, i - nearPages), i + nearPages + 1)
      const pagesNear = new Set(
        near.filter(({ page }) => Math.abs(page - mark.page) <= nearPages).map(({ page }) => page),
      )
      if (pagesNear.size < least) continue
      leftOut += 1
      gone.add(mark.segment)
      if (!shown.has(key)) shown.set(key, mark.segment.text)
    }
  }
  for (const segments of pages) {
    const numbers = lineNumbers(segments.filter((segment) => !gone.has(segment)))
    leftOut += numbers.length
    for (const number of numbers) gone.add(number)
    if (numbers.length > 0)
      shown.set(
        'line numbers',
        numbers
          .slice(0, 3)
          .map(({ text }) => text)
          .join(', '),
      )
  }
  return {
    pages: pages.map((segments) => segments.filter((segment) => !gone.has(segment))),
    leftOut,
    samples: [...shown.values()].slice(0, samples),
  }
}

/** What stands in the outer lines of a page up to the first wide gap, three at most on each side, by what it may have in common with others. */
function candidates(segments: readonly Segment[], page: number): [string, Mark][] {
  const lines = linesOf(segments)
  return [...outer(lines, 'head', page), ...outer(lines.toReversed(), 'foot', page)]
}

const outerLines = 3

function outer(lines: readonly Segment[][], side: string, page: number): [string, Mark][] {
  const found: [string, Mark][] = []
  const body = median(lines.flat().map(({ size }) => size))
  for (const [i, line] of lines.slice(0, outerLines).entries()) {
    const y = line[0]?.y ?? 0
    for (const segment of line) {
      // A bare number is a page's only where it rises with the pages.
      const key = /^\d+$/.test(segment.text) ? `# ${Number(segment.text) - page}` : keyOf(segment.text)
      // Heights differ by a fraction of a point from page to page.
      found.push([`${side} ${Math.round(y / 4)} ${key}`, { page, segment }])
    }
    const next = lines[i + 1]?.[0]
    if (!next || Math.abs(next.y - y) > 1.5 * Math.max(body, next.size)) return found
  }
  return []
}

const keyOf = (text: string) => text.replace(/\d+|\b[ivxlc]+\b/gi, '#').replace(/\s+/g, ' ')

/** “3”, “– 3 –”, “Page 3 of 12”, “3/12”. */
const isPageNumber = (text: string) =>
  /^[^\p{L}\p{N}]*(?:\p{L}{1,8}\.?\s*)?#(?:\s*(?:\/|-|\p{L}{1,4})\s*#)?[^\p{L}\p{N}]*$/u.test(keyOf(text))

/** Numbers to the left of all text that rise by the same step from line to line, on most lines or on every fifth. */
function lineNumbers(segments: readonly Segment[]): Segment[] {
  const numbers = segments.filter(({ text }) => /^\d{1,5}$/.test(text)).sort((a, b) => b.y - a.y)
  if (numbers.length < 4) return []
  const values = numbers.map(({ text }) => Number(text))
  const step = (values[1] ?? 0) - (values[0] ?? 0)
  if (step !== 1 && step !== 5 && step !== 10) return []
  if (values.some((value, i) => i > 0 && value - (values[i - 1] ?? 0) !== step)) return []
  const right = Math.max(...numbers.map((number) => number.right))
  const rest = segments.filter((segment) => !numbers.includes(segment))
  if (rest.some((segment) => segment.left < right)) return []
  return step > 1 || numbers.length * 2 > linesOf(rest).length ? numbers : []
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
