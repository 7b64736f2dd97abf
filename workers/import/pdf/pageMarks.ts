/**
 * What a page shows beside its text: running heads and feet, page numbers, line numbers. They are found by what repeats over the pages.
 *
 * A head or foot stands in one of the outer lines, apart from the text, and stands at the same height on at least three near pages with the
 * same words, numbers aside; page numbers need two, and without
 * room between them and the text three.
 * Line numbers are found on one page; on the others they stand in the same column. A number at the foot of a page with which the next one begins
 * again is that of the next.
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

/** `slides`: the pages that are slides. */
export function withoutPageMarks(
  pages: readonly (readonly Segment[])[],
  slides: ReadonlySet<number> = new Set(),
): Unmarked {
  const marks = pages.flatMap((segments, page) => candidates(segments, page, slides.has(page)))
  const byKey = new Map<string, Mark[]>()
  for (const [key, mark] of marks) byKey.set(key, [...(byKey.get(key) ?? []), mark])
  const gone = new Set<Segment>()
  const shown = new Map<string, string>()
  let leftOut = 0
  for (const [key, all] of byKey) {
    const least = leastPages(key, all[0]?.segment)
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
  const note = (key: string, found: readonly Segment[]) => {
    leftOut += found.length
    for (const segment of found) gone.add(segment)
    const [first, second, third] = found
    const sample = [first, second, third].flatMap((segment) => segment?.text ?? []).join(', ')
    if (found.length > 0 && !shown.has(key)) shown.set(key, sample)
  }
  const rest = (segments: readonly Segment[]) => segments.filter((segment) => !gone.has(segment))
  const numbers = pages.map((segments) => lineNumbers(rest(segments)))
  const column = columnOf(numbers.flat())
  for (const [page, found] of numbers.entries())
    note('line numbers', found.length > 0 || !column ? found : numbersIn(column, rest(pages[page] ?? [])))
  for (const [page, segments] of pages.entries())
    note('begins again', beginsAgain(rest(segments), rest(pages[page + 1] ?? [])))
  return {
    pages: pages.map(rest),
    leftOut,
    samples: [...shown.values()].slice(0, samples),
  }
}

/** On how many near pages a mark has to stand: the less it looks like one, the more. */
function leastPages(key: string, segment: Segment | undefined): number {
  if (!key.startsWith(close)) return isPageNumber(segment?.text ?? '') ? 2 : 3
  return segment && isBare(segment) ? 3 : 5
}

/** What stands in the outer lines of a page up to the first wide gap, three at most on each side, by what it may have in common with others. */
function candidates(segments: readonly Segment[], page: number, isSlide: boolean): [string, Mark][] {
  const lines = linesOf(segments)
  const found = [...outer(lines, 'head', page), ...outer(lines.toReversed(), 'foot', page)]
  if (!isSlide) return found
  // A title, or a label in a picture, stands on many slides at the same place: their running heads are small.
  const body = median(segments.map(({ size }) => size))
  return found.filter(([, { segment }]) => isPageNumber(segment.text) || segment.size < smallOnSlides * body)
}

/** In parts of the letters' size. */
const smallOnSlides = 0.8

const outerLines = 3
/** Marks without room between them and the text: three pages have to have a number, five the same words. */
const close = 'close'

function outer(lines: readonly Segment[][], side: string, page: number): [string, Mark][] {
  const found: [string, Mark][] = []
  const body = median(lines.flat().map(({ size }) => size))
  const keyed = (segment: Segment, side: string): [string, Mark] => {
    // A bare number is a page's only where it rises with the pages. Heights differ by a fraction of a point from page to page.
    const key = isBare(segment) ? `# ${Number(segment.text) - page}` : keyOf(segment.text)
    return [`${side} ${Math.round(segment.y / 4)} ${key}`, { page, segment }]
  }
  for (const [i, line] of lines.slice(0, outerLines).entries()) {
    const y = line[0]?.y ?? 0
    found.push(...line.map((segment) => keyed(segment, side)))
    const next = lines[i + 1]?.[0]
    if (!next || Math.abs(next.y - y) > 1.5 * Math.max(body, next.size)) return found
  }
  const [outermost = []] = lines
  return outermost
    .filter((segment) => outermost.length === 1 || !isBare(segment))
    .map((segment) => keyed(segment, `${close} ${side}`))
}

const isBare = ({ text }: Segment) => /^\d+$/.test(text)

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

interface Column {
  left: number
  right: number
}

const columnOf = (numbers: readonly Segment[]): Column | null =>
  numbers.length === 0
    ? null
    : {
        left: Math.min(...numbers.map(({ left }) => left)) - 2,
        right: Math.max(...numbers.map(({ right }) => right)) + 2,
      }

/** Of a page with too few of them, or with gaps, to be sure by itself: bare numbers in that column that rise, where nothing else stands in it. */
function numbersIn({ left, right }: Column, segments: readonly Segment[]): Segment[] {
  const inside = segments.filter((segment) => segment.left < right).sort((a, b) => b.y - a.y)
  const values = inside.map(({ text }) => Number(text))
  const isColumn =
    inside.every((segment) => isBare(segment) && segment.left >= left && segment.right <= right) &&
    values.every((value, i) => i === 0 || value > (values[i - 1] ?? 0))
  return isColumn ? inside : []
}

/** The number of a paragraph whose words begin on the next page, where it stands once more. */
function beginsAgain(segments: readonly Segment[], next: readonly Segment[]): Segment[] {
  const [last = []] = linesOf(segments).toReversed()
  const [only] = last
  const [top = []] = linesOf(next)
  const [first] = top.toSorted((a, b) => a.left - b.left)
  const isSame = only && first && (first.text === only.text ? top.length > 1 : first.text.startsWith(`${only.text} `))
  return isSame && last.length === 1 && isBare(only) ? [only] : []
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
