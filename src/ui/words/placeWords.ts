/**
 * Where do the words of a cloud stand? The most frequent in the middle, each next one on an ellipse outwards where it is free: always the
 * same for the same words, and none is dropped. Units: px of the cloud, y downwards, the middle of the cloud at 0, 0.
 */

/** A word and its extent at a font size of 1 px: `ascent` and `descent` are those of its own letters, from the base line. */
export interface MeasuredWord {
  readonly word: string
  readonly count: number
  readonly width: number
  readonly ascent: number
  readonly descent: number
}

export interface PlacedWord {
  readonly word: string
  readonly count: number
  /** Of the font. */
  readonly size: number
  /** Of the left end of the base line. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Of the upper edge of its letters. */
  readonly top: number
}

export interface CloudShape {
  /** No word goes beyond it, however high the cloud gets. */
  readonly width: number
  /** What the cloud is to fill; it gets higher where that is too little. */
  readonly height: number
}

export const leastSize = 12
/** The largest letters, at most so much of the lesser side of the shape; the smallest, so much of the largest. */
const mostOfShape = 0.24
const smallestShare = 0.15
const leastLargest = 38
/** The letters cover so much of the shape: the rest is the air between words. */
const filled = 0.42
/** Places that are tried, at most so many in the height of the shape. */
const mostPoints = 20_000
/** Between two words, in ems of the smaller one, and at least in px. */
const air = { x: 0.22, y: 0.14, least: 2 }

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Places of the words, the most frequent first. Stops after each. */
export function* placeWords(
  words: readonly MeasuredWord[],
  shape: CloudShape,
): Generator<undefined, PlacedWord[], undefined> {
  const sizes = sizesOf(words, shape)
  const ranked = words
    .map((word, n) => extentOf(word, sizes[n] ?? leastSize))
    .sort((a, b) => b.word.count - a.word.count || (a.word.word < b.word.word ? -1 : 1))
  const smallest = { x: Math.min(...ranked.map(({ x }) => x)), y: Math.min(...ranked.map(({ y }) => y)) }
  const taken = boxGrid()
  let points = pointsAround(shape, 1)
  let wave = 1
  const tries: { x: number; y: number; from: number }[] = []
  const placed: PlacedWord[] = []
  yield
  for (const [n, one] of ranked.entries()) {
    const half = shape.width / 2 - one.x
    // What is not larger found nothing nearer to the middle.
    let at = 0
    for (const tried of tries) if (tried.x <= one.x && tried.y <= one.y) at = Math.max(at, tried.from)
    const isFree = ([x, y]: Point) => Math.abs(x) <= Math.max(0, half) && !taken.meets(boxAt(one, x, y))
    let point = points[at]
    while (!point || !isFree(point)) {
      at += 1
      if (at >= points.length) {
        wave += 1
        points = [...points, ...pointsAround(shape, wave)]
      }
      point = points[at]
    }
    tries.push({ x: one.x, y: one.y, from: at })
    const [x, y] = point
    taken.put(boxAt(one, x, y))
    placed.push(placedAt(one, x, y))
    if (n % 8 === 7) {
      points = points.filter(([x, y]) => !taken.meets(boxAt(smallest, x, y)))
      tries.length = 0
    }
    yield
  }
  return placed
}

type Point = readonly [x: number, y: number]

/** From the middle outwards in the proportions of the shape; further waves lie above and below it. */
function pointsAround({ width, height }: CloudShape, wave: number): Point[] {
  const step = Math.max(3, Math.sqrt((width * height) / mostPoints))
  const columns = Math.floor(width / 2 / step)
  const rows = Math.ceil(height / 2 / step)
  const [first, last] = [(wave - 1) * rows, wave * rows]
  const points: Point[] = []
  for (let row = -last; row <= last; row++) {
    if (wave > 1 && Math.abs(row) <= first) continue
    for (let column = -columns; column <= columns; column++) points.push([column * step, row * step])
  }
  const ratio = width / Math.max(1, height)
  // Sorted as numbers, distance and place of the point in one: so it takes a few milliseconds.
  const keys = Float64Array.from(points, ([x, y], n) => Math.round(x * x + y * y * ratio * ratio) * 65_536 + n)
  return Array.from(keys.sort(), (key) => points[key % 65_536] as Point)
}

/** Sizes of letters in steps of some percent: a browser makes its letters anew for each size, which costs more than all else of the first painting. */
const stepped = (size: number): number => {
  const step = size < 20 ? 1 : size < 40 ? 2 : 4
  return Math.floor(size / step) * step
}

/** By the square root of the count, so that areas tell it; as large as the shape has room for, and none wider than it. */
function sizesOf(words: readonly MeasuredWord[], { width, height }: CloudShape): number[] {
  const roots = words.map(({ count }) => Math.sqrt(count))
  const least = Math.min(...roots)
  const range = Math.max(...roots) - least
  const shares = roots.map((root) => (range === 0 ? 0.5 : (root - least) / range))
  const sizesUpTo = (most: number) =>
    shares.map((share, n) => {
      const size = Math.max(leastSize, stepped(most * (smallestShare + (1 - smallestShare) * share)))
      return Math.min(size, (width * 0.96) / Math.max(0.01, words[n]?.width ?? 1))
    })
  const areaUpTo = (most: number) =>
    sizesUpTo(most).reduce((sum, size, n) => {
      const { width: w = 0, ascent = 0, descent = 0 } = words[n] ?? {}
      return sum + w * size * (ascent + descent) * size
    }, 0)
  // Where there is little room the cloud gets higher, rather than that all words are alike.
  let low = Math.min(leastLargest, width * mostOfShape)
  let high = Math.max(low, Math.min(width, height) * mostOfShape)
  for (let n = 0; n < 12; n++) {
    const middle = (low + high) / 2
    if (areaUpTo(middle) <= width * height * filled) low = middle
    else high = middle
  }
  return sizesUpTo(low)
}

interface Extent {
  word: MeasuredWord
  size: number
  /** Half of the width and of the height, with the air around it. */
  x: number
  y: number
}

const extentOf = (word: MeasuredWord, size: number): Extent => ({
  word,
  size,
  x: (word.width * size + Math.max(air.least, size * air.x)) / 2,
  y: ((word.ascent + word.descent) * size + Math.max(air.least, size * air.y)) / 2,
})

const boxAt = (half: { x: number; y: number }, x: number, y: number): Box => ({
  left: x - half.x,
  top: y - half.y,
  right: x + half.x,
  bottom: y + half.y,
})

function placedAt({ word: { word, count, width, ascent, descent }, size }: Extent, x: number, y: number): PlacedWord {
  const height = (ascent + descent) * size
  return {
    word,
    count,
    size,
    x: x - (width * size) / 2,
    y: y + ((ascent - descent) * size) / 2,
    width: width * size,
    height,
    top: y - height / 2,
  }
}

interface BoxGrid {
  put(box: Box): void
  meets(box: Box): boolean
}

const cell = 48

/** Boxes found by place. The one that was met last is asked first: neighbours on the way meet the same. */
function boxGrid(): BoxGrid {
  const cells = new Map<number, Box[]>()
  let last: Box | null = null
  const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const key = (column: number, row: number) => (column + 4096) * 16_384 + row + 8192
  return {
    put(box) {
      for (let row = Math.floor(box.top / cell); row * cell < box.bottom; row++)
        for (let column = Math.floor(box.left / cell); column * cell < box.right; column++) {
          const at = key(column, row)
          const held = cells.get(at)
          if (held) held.push(box)
          else cells.set(at, [box])
        }
    },
    meets(box) {
      if (last && meet(last, box)) return true
      for (let row = Math.floor(box.top / cell); row * cell < box.bottom; row++)
        for (let column = Math.floor(box.left / cell); column * cell < box.right; column++)
          for (const other of cells.get(key(column, row)) ?? [])
            if (meet(other, box)) {
              last = other
              return true
            }
      return false
    },
  }
}
