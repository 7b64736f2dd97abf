/**
 * The reading order of a page: its columns from left to right, each from top to bottom; what lies across columns ends them.
 *
 * A gutter counts only between columns of prose. Two cells of a table, or a name and what was said, are one line.
 */
import { linesOf, type Segment } from './segments.ts'

export interface Line extends Segment {
  /** The ends of the column that it stands in; `limit`: where the next column begins. */
  column: { left: number; right: number; limit: number }
}

export function columnsOf(segments: readonly Segment[], limit = Number.POSITIVE_INFINITY, depth = 0): Line[][] {
  if (segments.length === 0) return []
  const sorted = [...segments].sort((a, b) => b.y - a.y || a.left - b.left)
  const gutter = depth < 4 ? gutterOf(sorted) : null
  if (gutter === null) return [rows(sorted, limit)]
  const lines: Line[][] = []
  let rest: Segment[] = []
  const readRest = () => {
    lines.push(...columnsOf(rest, limit, depth + 1))
    rest = []
  }
  for (const { across, left, right } of bandsOf(sorted, gutter)) {
    rest.push(...across)
    if (areColumns(left, right)) {
      readRest()
      lines.push(...columnsOf(left, gutter, depth + 1), ...columnsOf(right, limit, depth + 1))
    } else rest.push(...left, ...right)
  }
  readRest()
  return lines
}

/** What lies across the gutter, then what stands beside it. */
interface Band {
  across: Segment[]
  left: Segment[]
  right: Segment[]
}

/** From top to bottom. */
function bandsOf(sorted: readonly Segment[], gutter: number): Band[] {
  const bands: Band[] = []
  let band: Band | undefined
  for (const segment of sorted) {
    const side = segment.right <= gutter ? 'left' : segment.left >= gutter ? 'right' : 'across'
    if (!band || (side === 'across' && band.left.length + band.right.length > 0)) {
      band = { across: band ? headsBelow(band) : [], left: [], right: [] }
      bands.push(band)
    }
    band[side].push(segment)
  }
  return bands
}

/** Takes lines from the foot of a column that stand apart below both: they belong to what follows. */
function headsBelow({ left, right }: Band): Segment[] {
  const heads: Segment[] = []
  for (const [own, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const bottom = Math.min(...other.map((segment) => segment.y))
    for (let last = own.at(-1); last && last.y < bottom - 0.5 * last.size; last = own.at(-1)) {
      const before = own.at(-2)
      const apart =
        !before || before.y - last.y > 1.6 * last.size || Math.abs(before.size - last.size) > 0.12 * last.size
      if (!apart || other.length === 0) break
      heads.unshift(last)
      own.pop()
    }
  }
  return heads
}

/** Of each side, at least: lines, and letters in the median line. */
const columnLines = 5
const columnLetters = 18

/** Where a column ends and the next begins in some part of the page, or null. */
function gutterOf(sorted: readonly Segment[]): number | null {
  if (sorted.length < 2 * columnLines) return null
  let best: { at: number; lines: number } | null = null
  // Candidates are left edges that several lines share.
  const edges = new Map<number, number>()
  for (const { left } of sorted) edges.set(Math.round(left), (edges.get(Math.round(left)) ?? 0) + 1)
  const shared = [...edges]
    .filter(([, count]) => count >= 3)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 24)
  for (const [edge] of shared) {
    const at = edge - 2
    let lines = 0
    for (const { left, right } of bandsOf(sorted, at)) if (areColumns(left, right)) lines += left.length + right.length
    if (lines > (best?.lines ?? 0)) best = { at, lines }
  }
  return best?.at ?? null
}

const areColumns = (left: readonly Segment[], right: readonly Segment[]): boolean =>
  isProse(left) && isProse(right) && besides(left, right)

function isProse(segments: readonly Segment[]): boolean {
  if (segments.length < columnLines) return false
  const letters = segments.map((segment) => segment.text.length).sort((a, b) => a - b)
  return (letters[letters.length >> 1] ?? 0) >= columnLetters
}

/** Whether the two stand at about the same height, and not one below the other. */
function besides(left: readonly Segment[], right: readonly Segment[]): boolean {
  const top = (side: readonly Segment[]) => Math.max(...side.map((segment) => segment.y))
  const bottom = (side: readonly Segment[]) => Math.min(...side.map((segment) => segment.y))
  const common = Math.min(top(left), top(right)) - Math.max(bottom(left), bottom(right))
  return common > 0.3 * Math.min(top(left) - bottom(left), top(right) - bottom(right))
}

/** What stands at the same height is one line, with tabs at its wide gaps. */
function rows(segments: readonly Segment[], limit: number): Line[] {
  const left = Math.min(...segments.map((segment) => segment.left))
  const right = Math.max(...segments.map((segment) => segment.right))
  return linesOf(segments).map((line) => {
    line.sort((a, b) => a.left - b.left)
    const main = line.reduce((best, part) => (part.text.length > best.text.length ? part : best))
    let text = ''
    for (const [i, part] of line.entries()) {
      const before = line[i - 1]
      if (before) text += part.left - before.right > 2 * part.size ? '\t' : ' '
      text += part.text
    }
    const [first = main] = line
    const end = Math.max(...line.map((part) => part.right))
    const starts = line.flatMap((part) => part.starts)
    return { text, left: first.left, right: end, y: main.y, size: main.size, starts, column: { left, right, limit } }
  })
}
