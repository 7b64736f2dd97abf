/**
 * The pieces of text on a page as they lie: what pdf.js gives, turned until it reads from left to right, and joined to stretches of one
 * line without a wide gap.
 */

/** Of pdf.js: `transform` is [a, b, c, d, x, y], y upwards; `width` along the line. */
export interface Piece {
  str: string
  transform: number[]
  width: number
  height: number
  dir: string
  /** Written from top to bottom. */
  vertical: boolean
}

/** A stretch of one line. Lengths in points; `y` of the baseline, upwards. */
export interface Segment {
  text: string
  left: number
  right: number
  y: number
  size: number
  /** Where its pieces begin, from left to right. */
  starts: number[]
}

interface Box extends Segment {
  rightToLeft: boolean
  spaceBefore: boolean
}

/** Gaps in parts of the letters' size: from these on there is a space, or another segment. */
const wordGap = 0.16
const wideGap = 1.35
/** From here on, where it lies at the same place on many lines. */
const gutterGap = 0.5

/** The segments of each direction of writing on a page, the direction with most text first; from top to bottom, then left to right. */
export function segmentsOf(pieces: readonly Piece[]): Segment[][] {
  const turned = new Map<number, Box[]>()
  let spaceBefore = false
  for (const piece of pieces) {
    if (piece.str.trim() === '') {
      spaceBefore ||= piece.str !== ''
      continue
    }
    const { angle, box } = turn(piece, spaceBefore)
    spaceBefore = /\s$/.test(piece.str)
    if (!Number.isFinite(box.left + box.right + box.y)) continue
    const boxes = turned.get(angle)
    if (boxes) boxes.push(box)
    else turned.set(angle, [box])
  }
  const letters = (boxes: readonly Segment[]) => boxes.reduce((sum, box) => sum + box.text.length, 0)
  return [...turned.values()].sort((a, b) => letters(b) - letters(a)).map((boxes) => joined(boxes))
}

/** Its angle in steps of 5 degrees, and its box on a page that is turned by that. */
function turn(piece: Piece, spaceBefore: boolean): { angle: number; box: Box } {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = piece.transform
  const flat = Math.atan2(b, a) * (180 / Math.PI) - (piece.vertical ? 90 : 0)
  const angle = (Math.round(flat / 5) * 5 + 360) % 360
  const radians = angle * (Math.PI / 180)
  const cos = Math.cos(radians)
  const sin = Math.sin(radians)
  const size = piece.vertical ? Math.hypot(a, b) || 1 : Math.hypot(c, d) || piece.height || 1
  const left = x * cos + y * sin
  const box = {
    text: piece.str.trim(),
    left,
    right: left + (piece.vertical ? piece.height : piece.width),
    y: y * cos - x * sin,
    size,
    starts: [left],
    rightToLeft: piece.dir === 'rtl',
    spaceBefore: spaceBefore || /^\s/.test(piece.str),
  }
  return { angle, box }
}

function joined(boxes: Box[]): Segment[] {
  const lines = linesOf(boxes)
  const gutters = guttersOf(lines)
  return lines.flatMap((line) => segmentsOfLine(line, gutters))
}

/** From where one column ends to where the next begins. */
interface Gutter {
  from: number
  to: number
}

/** Lines that keep to a gutter, at least; they differ by so many points. */
const gutterLines = 6
const gutterPlay = 1.5
/** On both sides of it. */
const gutterLetters = 12

/** Gaps that are no wider than others, but lie at the same place on many lines: between columns whose lines are of one length. */
function guttersOf(lines: readonly Box[][]): Gutter[] {
  const gaps = lines.flatMap((line) => {
    const sorted = line.toSorted((a, b) => a.left - b.left)
    return sorted.flatMap((box, i) => {
      const before = sorted[i - 1]
      if (!before || box.left - before.right <= gutterGap * box.size) return []
      // The number of a paragraph, or a cell, is no column.
      const isBetween = lettersOf(sorted.slice(0, i)) >= gutterLetters && lettersOf(sorted.slice(i)) >= gutterLetters
      return isBetween ? [{ from: before.right, to: box.left }] : []
    })
  })
  const near = Map.groupBy(gaps, ({ from, to }) => `${Math.round(from / 3)} ${Math.round(to / 3)}`)
  return [...near.values()].flatMap(([first]) => {
    if (!first) return []
    const alike = gaps.filter(({ from, to }) => isNear(from, first.from) && isNear(to, first.to))
    return alike.length < gutterLines ? [] : [first]
  })
}

const lettersOf = (boxes: readonly Box[]): number => boxes.reduce((sum, { text }) => sum + text.length, 0)

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= gutterPlay

/** Boxes of one baseline, or near it: small raised and lowered ones belong to the line. From top to bottom. */
export function linesOf<T extends Segment>(boxes: readonly T[]): T[][] {
  const sorted = [...boxes].sort((a, b) => b.y - a.y || a.left - b.left)
  const lines: T[][] = []
  let main: T | undefined
  for (const box of sorted) {
    const line = lines.at(-1)
    if (line && main && main.y - box.y <= 0.4 * Math.max(main.size, box.size)) {
      line.push(box)
      if (box.size > main.size) main = box
    } else {
      lines.push([box])
      main = box
    }
  }
  return lines
}

function segmentsOfLine(line: Box[], gutters: readonly Gutter[]): Segment[] {
  line.sort((a, b) => a.left - b.left)
  const rightToLeft = line.filter((box) => box.rightToLeft).length * 2 > line.length
  const runs: Box[][] = []
  let right = Number.NEGATIVE_INFINITY
  let before: Box | undefined
  for (const box of line) {
    // The same letters once more on the same place: shadows, and bold by printing twice.
    if (before && before.text === box.text && box.left - before.left < 0.3 * box.size) continue
    const isGutter = gutters.some(({ from, to }) => isNear(right, from) && isNear(box.left, to))
    if (isGutter || box.left - right > wideGap * box.size) runs.push([box])
    else runs.at(-1)?.push(box)
    right = Math.max(right, box.right)
    before = box
  }
  return runs.map((run) => segment(run, rightToLeft))
}

function segment(run: readonly Box[], rightToLeft: boolean): Segment {
  const left = Math.min(...run.map((box) => box.left))
  let text = ''
  const main = run.reduce((best, box) => (box.text.length > best.text.length ? box : best))
  for (const [i, box] of (rightToLeft ? run.toReversed() : run).entries()) {
    const before = rightToLeft ? run[run.length - i] : run[i - 1]
    if (before && (box.spaceBefore || gap(before, box) > wordGap * Math.min(before.size, box.size))) text += ' '
    text += box.text
  }
  const starts = run.map((box) => box.left)
  return { text, left, right: Math.max(...run.map((box) => box.right)), y: main.y, size: main.size, starts }
}

const gap = (one: Segment, other: Segment) => Math.max(other.left - one.right, one.left - other.right)
