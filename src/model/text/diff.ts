/**
 * Answers: which stretches of a text became which, so that what stands between them can stay in place.
 * Promises: applying the result to `a` gives `b`; no surrogate pair is split. Lines are compared first, then words where
 * lines differ, each with the fewest insertions and deletions as long as there are at most MOST of them; beyond that
 * the stretch is replaced whole, so that the cost stays bounded (MOST squared, beside reading the texts).
 */
import { splitsPair } from './canonicalText.ts'

/** [fromA, toA) of one list became [fromB, toB) of the other. */
interface Hunk {
  fromA: number
  toA: number
  fromB: number
  toB: number
}

const MOST = 500
const LINES = /[^\n]*\n|[^\n]+/g
const WORDS = /\s|[\p{L}\p{N}\p{M}]+|./gsu

/** Ascending, disjoint replacements in units of `a`. */
export function diffText(a: string, b: string): { fromA: number; toA: number; insert: string }[] {
  const whole = { fromA: 0, toA: a.length, fromB: 0, toB: b.length }
  return refine(a, b, whole, LINES)
    .flatMap((hunk) => refine(a, b, hunk, WORDS))
    .map((hunk) => trim(a, b, hunk))
    .map(({ fromA, toA, fromB, toB }) => ({ fromA, toA, insert: b.slice(fromB, toB) }))
}

/** The one stretch of `a`, in its units, outside of which the two are alike, and what stands in its place in `b`. */
export function stretchChanged(a: string, b: string): { fromA: number; toA: number; insert: string } {
  const { fromA, toA, fromB, toB } = trim(a, b, { fromA: 0, toA: a.length, fromB: 0, toB: b.length })
  return { fromA, toA, insert: b.slice(fromB, toB) }
}

/** The hunk, cut into those of its tokens that differ. */
function refine(a: string, b: string, hunk: Hunk, token: RegExp): Hunk[] {
  const numbers = new Map<string, number>()
  const left = tokens(a.slice(hunk.fromA, hunk.toA), token, numbers)
  const right = tokens(b.slice(hunk.fromB, hunk.toB), token, numbers)
  return diffNumbers(left.numbers, right.numbers).map(({ fromA, toA, fromB, toB }) => ({
    fromA: hunk.fromA + (left.starts[fromA] ?? 0),
    toA: hunk.fromA + (left.starts[toA] ?? 0),
    fromB: hunk.fromB + (right.starts[fromB] ?? 0),
    toB: hunk.fromB + (right.starts[toB] ?? 0),
  }))
}

/** Equal tokens get equal numbers; `starts` has one entry more, the end. */
function tokens(text: string, token: RegExp, known: Map<string, number>): { numbers: number[]; starts: number[] } {
  const numbers: number[] = []
  const starts: number[] = [0]
  let end = 0
  for (const [word] of text.matchAll(token)) {
    const number = known.get(word) ?? known.size
    known.set(word, number)
    numbers.push(number)
    end += word.length
    starts.push(end)
  }
  return { numbers, starts }
}

/** The hunk without the units that both sides begin and end with. */
function trim(a: string, b: string, { fromA, toA, fromB, toB }: Hunk): Hunk {
  let same = 0
  const most = Math.min(toA - fromA, toB - fromB)
  while (same < most && a[fromA + same] === b[fromB + same]) same++
  while (same > 0 && (splitsPair(a, fromA + same) || splitsPair(b, fromB + same))) same--
  let end = 0
  while (end < most - same && a[toA - end - 1] === b[toB - end - 1]) end++
  while (end > 0 && (splitsPair(a, toA - end) || splitsPair(b, toB - end))) end--
  return { fromA: fromA + same, toA: toA - end, fromB: fromB + same, toB: toB - end }
}

function diffNumbers(a: readonly number[], b: readonly number[]): Hunk[] {
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from++
  let toA = a.length
  let toB = b.length
  while (toA > from && toB > from && a[toA - 1] === b[toB - 1]) {
    toA--
    toB--
  }
  if (from === toA && from === toB) return []
  const whole = { fromA: from, toA, fromB: from, toB }
  if (from === toA || from === toB) return [whole]
  const steps = shortest(a.slice(from, toA), b.slice(from, toB))
  return steps === null ? [whole] : hunks(steps, from)
}

/** One unit deleted from `a` at x or inserted from `b` at y. */
interface Move {
  x: number
  y: number
  deleted: boolean
}

/** The greedy algorithm of Myers (1986): the moves of a shortest script, in order, or null beyond MOST. */
function shortest(a: readonly number[], b: readonly number[]): Move[] | null {
  const most = Math.min(MOST, a.length + b.length)
  // furthest[k + most + 1] = the greatest x on diagonal k = x - y.
  const furthest = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let d = 0; d <= most; d++) {
    trace.push(furthest.slice(most - d, most + d + 3))
    for (let k = -d; k <= d; k += 2) {
      const down = goesDown(furthest, most + 1 + k, k, d)
      let x = down ? (furthest[most + k + 2] ?? 0) : (furthest[most + k] ?? 0) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      furthest[most + k + 1] = x
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a.length, b.length, d)
    }
  }
  return null
}

const goesDown = (furthest: Int32Array, at: number, k: number, d: number): boolean =>
  k === -d || (k !== d && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0))

/** trace[d] holds the diagonals -d-1 … d+1 as they were before round d. */
function backtrack(trace: readonly Int32Array[], lengthA: number, lengthB: number, rounds: number): Move[] {
  const moves: Move[] = []
  let k = lengthA - lengthB
  for (let d = rounds; d > 0; d--) {
    const before = trace[d] ?? new Int32Array()
    const down = goesDown(before, k + d + 1, k, d)
    const from = down ? k + 1 : k - 1
    const x = before[from + d + 1] ?? 0
    moves.push({ x, y: x - from, deleted: !down })
    k = from
  }
  return moves.reverse()
}

/** Moves that follow each other without a common token between them, as one hunk. */
function hunks(moves: readonly Move[], offset: number): Hunk[] {
  const found: Hunk[] = []
  for (const { x, y, deleted } of moves) {
    const last = found.at(-1)
    const hunk =
      last?.toA === x + offset && last.toB === y + offset
        ? last
        : { fromA: x + offset, toA: x + offset, fromB: y + offset, toB: y + offset }
    if (hunk !== last) found.push(hunk)
    if (deleted) hunk.toA++
    else hunk.toB++
  }
  return found
}
