/**
 * Joins lines to paragraphs. A paragraph begins after a wider gap, at an indentation, at a bullet, in letters of another size, or where
 * the line above had room for one more word; it runs on over columns and pages while its sentence does.
 *
 * Words that were divided at the end of a line are one again; a hyphen stays where the document has the word with it elsewhere.
 */
import type { Line } from './columns.ts'

interface Placed extends Line {
  /** First of its column. */
  first: boolean
  /** From the baseline above; 0 for the first of a column. */
  gap: number
  gapBelow: number
  /** Where most lines of its column begin, and where full lines end. */
  usualLeft: number
  fullRight: number
}

/** `columns` in reading order, over all pages. One string a paragraph. */
export function paragraphsOf(columns: readonly (readonly Line[])[]): string[] {
  const lines = place(columns)
  const leading = leadings(lines)
  const words = wordsOf(lines)
  const paragraphs: string[] = []
  let opening: Placed | undefined
  let above: Placed | undefined
  for (const line of lines) {
    if (!above || !opening || begins(line, above, opening, leading)) {
      paragraphs.push(line.text)
      opening = line
    } else {
      paragraphs.push(join(paragraphs.pop() ?? '', line.text, words))
    }
    above = line
  }
  return paragraphs
}

function place(columns: readonly (readonly Line[])[]): Placed[] {
  const rights = fullRights(columns.flat())
  return columns.flatMap((column) => {
    const usualLeft = usual(column.map((line) => line.left))
    return column.map((line, i) => ({
      ...line,
      first: i === 0,
      gap: i === 0 ? 0 : (column[i - 1]?.y ?? 0) - line.y,
      gapBelow: line.y - (column[i + 1]?.y ?? line.y),
      usualLeft,
      fullRight: rights(line),
    }))
  })
}

/** Where full lines end in columns that begin where this line's does: nearly the outermost, as tables may reach farther. */
function fullRights(lines: readonly Line[]): (line: Line) => number {
  const key = ({ column }: Line) => `${Math.round(column.left / 12)} ${Math.round(column.limit / 12)}`
  const rights = new Map<string, number[]>()
  for (const line of lines) {
    const found = rights.get(key(line))
    if (found) found.push(line.right)
    else rights.set(key(line), [line.right])
  }
  const full = new Map(
    [...rights].map(([at, all]) => [at, all.sort((a, b) => a - b)[Math.floor(all.length * 0.97)] ?? 0]),
  )
  return (line) => full.get(key(line)) ?? line.column.right
}

/** The most frequent of some lengths, within two points. */
function usual(lengths: readonly number[]): number {
  const counts = new Map<number, number>()
  let best = 0
  let found = lengths[0] ?? 0
  for (const length of lengths) {
    const bin = Math.round(length / 2)
    const count = (counts.get(bin) ?? 0) + 1
    counts.set(bin, count)
    if (count > best) {
      best = count
      found = length
    }
  }
  return found
}

/** The distance of lines within a paragraph, by the size of letters: the least that is frequent. */
function leadings(lines: readonly Placed[]): (size: number) => number {
  const gaps = new Map<number, number[]>()
  for (const { size, gap } of lines) {
    if (gap <= 0) continue
    const found = gaps.get(Math.round(size))
    if (found) found.push(gap)
    else gaps.set(Math.round(size), [gap])
  }
  const usualGaps = new Map<number, number>()
  for (const [size, all] of gaps) {
    all.sort((a, b) => a - b)
    const least = Math.max(2, all.length * 0.1)
    const found = all.find((gap, i) => (all[i + Math.ceil(least) - 1] ?? Number.POSITIVE_INFINITY) - gap < 0.15 * size)
    usualGaps.set(size, found ?? 1.25 * size)
  }
  return (size) => usualGaps.get(Math.round(size)) ?? 1.25 * size
}

const bullet = /^(?:[•‣▪▫■□●○◦◆►–—*·-]|[\uE000-\uF8FF])\s/u
const numbered = /^\(?(?:\d{1,3}|\p{L})[.)]\s/u
/** Of a table of contents. */
const dotted = /(?:\. ?){4,}\s*[\divxlc]*$/
const sentenceEnd = /[.!?:;…。！？]["'”’»)\]]*$/

function begins(line: Placed, above: Placed, opening: Placed, leading: (size: number) => number): boolean {
  if (bullet.test(line.text) || dotted.test(above.text)) return true
  if (Math.abs(line.size - above.size) > 0.12 * above.size) return true
  // Rows of a table.
  if (line.text.includes('\t') && above.text.includes('\t')) return true
  const ended = sentenceEnd.test(above.text)
  const indent = line.left - line.usualLeft
  if (line.first) return ended || indent > 0.8 * line.size || hadRoom(line, above, ended)
  if (line.gap < -line.size) return true
  if (line.gap > 1.28 * leading(line.size) && !isEven(line, above, opening, ended)) return true
  if (numbered.test(line.text) && (ended || numbered.test(opening.text))) return true
  const hangs = opening.starts.some((start, i) => i > 0 && Math.abs(start - line.left) < 0.5 * line.size)
  if (indent < -0.8 * line.size) return true
  if (indent > 0.8 * line.size && line.left - above.left > 0.8 * line.size && !hangs) return true
  return hadRoom(line, above, ended)
}

/** Whether the gap is that of text with wide lines, in a document that has narrow ones too. */
function isEven(line: Placed, above: Placed, opening: Placed, ended: boolean): boolean {
  const like = (gap: number) => Math.abs(line.gap - gap) < 0.05 * line.gap
  if (above !== opening) return like(above.gap)
  return !ended && (like(above.gap) || (like(line.gapBelow) && /^\p{Ll}/u.test(line.text)))
}

/** Whether the line above ends before its column does, so that the next word would have fitted. */
function hadRoom(line: Placed, above: Placed, ended: boolean): boolean {
  const word = /^\S+/.exec(line.text)?.[0].length ?? 0
  const letter = (line.right - line.left) / Math.max(1, line.text.length)
  const room = above.fullRight - above.right
  if (room < (word + 1) * letter * 1.15 + 0.5 * above.size) return false
  // Text that flows around a picture has short lines too.
  const short = room > 0.4 * (above.fullRight - above.usualLeft)
  return short || ended || !/^\p{Ll}/u.test(line.text)
}

function join(text: string, next: string, words: ReadonlySet<string>): string {
  const hyphen = /(\p{L}+)([-\u00AD\u2010])$/u.exec(text)
  const begin = /^\p{L}+/u.exec(next)?.[0] ?? ''
  if (hyphen && begin !== '') {
    const [, before = '', sign] = hyphen
    if (sign === '\u00AD') return text.slice(0, -1) + next
    // “Vor- und Nachteile”
    if (/^(?:und|oder|bzw|and|or|et|ou|y|o|e)$/.test(begin)) return `${text} ${next}`
    const kept = words.has(`${before}-${begin}`.toLowerCase()) && !words.has((before + begin).toLowerCase())
    return kept || !/^\p{Ll}/u.test(begin) ? text + next : text.slice(0, -1) + next
  }
  return /[\u3040-\u30FF\u3400-\u9FFF]$/.test(text) && /^[\u3000-\u30FF\u3400-\u9FFF]/.test(next)
    ? text + next
    : `${text} ${next}`
}

/** Words that stand whole within a line, with and without hyphens. */
function wordsOf(lines: readonly Line[]): Set<string> {
  const words = new Set<string>()
  for (const { text } of lines) {
    const found = text.match(/\p{L}+(?:[-\u2010]\p{L}+)*/gu) ?? []
    const divided = /[-\u2010\u00AD]$/.test(text)
    for (const [i, word] of found.entries())
      if (i > 0 && !(divided && i === found.length - 1)) words.add(word.replaceAll('\u2010', '-').toLowerCase())
  }
  return words
}
