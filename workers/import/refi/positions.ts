/**
 * Where do a writer's positions lie in our text? Writers count code points or UTF-16 units, a line break as one or two, a byte order mark or
 * not, and name the last character or the one after it. Our text is the file's without its byte order mark, each line break one unit
 * (text/canonicalText); every other unit of it stands for one of the file's.
 *
 * Promises: a position within a line break is before it, one within a surrogate pair is rounded outwards; one outside of the text is at its
 * end. All this costs the number of breaks and pairs once per text and rule, and the logarithm of it per position.
 */

/** A text as the file has it, but for its byte order mark. */
export interface FileText {
  text: string
  hasMark: boolean
}

export interface Rule {
  unit: 'codePoint' | 'utf16'
  /** `inFile`: CR LF two, others one. `one`, `two`: every line break, however it is written. */
  breaks: 'inFile' | 'one' | 'two'
  /** Whether a byte order mark counts. */
  mark: boolean
  /** Whether the end names the last character rather than the one after it. */
  inclusive: boolean
}

/** What of a text is counted differently. */
export interface Irregular {
  /** Places in the file's text of surrogate pairs, of CR LF and of other line breaks; ascending. */
  pairs: Int32Array
  crlfs: Int32Array
  breaks: Int32Array
  hasMark: boolean
  /** UTF-16 units of the file's text. */
  length: number
}

const IRREGULAR = /\r\n|[\n\r\v\f]|[\ud800-\udbff][\udc00-\udfff]/g

export function irregular({ text, hasMark }: FileText): Irregular {
  const pairs: number[] = []
  const crlfs: number[] = []
  const breaks: number[] = []
  for (const { 0: found, index } of text.matchAll(IRREGULAR)) {
    if (found === '\r\n') crlfs.push(index)
    else if (found.length === 2) pairs.push(index)
    else breaks.push(index)
  }
  return {
    pairs: Int32Array.from(pairs),
    crlfs: Int32Array.from(crlfs),
    breaks: Int32Array.from(breaks),
    hasMark,
    length: text.length,
  }
}

export interface Range {
  start: number
  end: number
  /** The file's positions are not all within its text. */
  outside: boolean
}

/** From the file's positions to a half-open range of our text, which is `ours`. */
export function rangeOf(found: Irregular, rule: Rule, ours: string): (start: number, end: number) => Range {
  const { at, long, shift, length } = turns(found, rule)
  const mark = found.hasMark && rule.mark ? 1 : 0

  /** `at[k]` is the first position after the k-th turn; up to the next one, ours is the file's plus `shift[k]`. */
  const placed = (position: number): number => {
    let low = 0
    let high = at.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((at[middle] ?? 0) <= position) low = middle + 1
      else high = middle
    }
    const before = position + (low === 0 ? 0 : (shift[low - 1] ?? 0))
    // Within a break of two: it has begun one unit before.
    return low < at.length && long[low] === 1 && position === (at[low] ?? 0) - 1 ? before - 1 : before
  }
  return (from, to) => {
    const last = rule.inclusive ? to + 1 : to
    const [first, after] = from <= last ? [from, last] : [last, from]
    const outside = first < 0 || after > length + mark
    const start = placed(Math.min(Math.max(first - mark, 0), length))
    const end = placed(Math.min(Math.max(after - mark, 0), length))
    return { start: splits(ours, start) ? start - 1 : start, end: splits(ours, end) ? end + 1 : end, outside }
  }
}

const splits = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800

interface Turns {
  at: Float64Array
  /** 1 where the turn is two of the file's positions and one of our units; 0 where it is the other way round. */
  long: Uint8Array
  shift: Float64Array
  /** Of the text in the file's positions. */
  length: number
}

/** The places after which the file's positions and ours differ by another amount. */
function turns({ pairs, crlfs, breaks, length }: Irregular, rule: Rule): Turns {
  const points = rule.unit === 'codePoint'
  const crlfLong = rule.breaks !== 'one'
  const breakLong = rule.breaks === 'two'
  const most = (points ? pairs.length : 0) + (crlfLong ? crlfs.length : 0) + (breakLong ? breaks.length : 0)
  const found: Turns = {
    at: new Float64Array(most),
    long: new Uint8Array(most),
    shift: new Float64Array(most),
    length: 0,
  }
  let count = 0
  let shift = 0
  /** What is added to a place in the file's text to have the file's position. */
  let counted = 0
  const turn = (position: number, by: 1 | -1) => {
    shift += by
    found.at[count] = position
    found.long[count] = by === -1 ? 1 : 0
    found.shift[count] = shift
    count += 1
  }
  let [pair, crlf, lone] = [0, 0, 0]
  const next = (places: Int32Array, index: number) => places[index] ?? Number.POSITIVE_INFINITY
  for (;;) {
    const place = Math.min(next(pairs, pair), next(crlfs, crlf), next(breaks, lone))
    if (place === Number.POSITIVE_INFINITY) break
    if (place === next(pairs, pair)) {
      pair += 1
      if (points) {
        counted -= 1
        turn(place + counted + 2, 1)
      }
    } else if (place === next(crlfs, crlf)) {
      crlf += 1
      if (crlfLong) turn(place + counted + 2, -1)
      else counted -= 1
    } else {
      lone += 1
      if (breakLong) {
        counted += 1
        turn(place + counted + 1, -1)
      }
    }
  }
  return { ...found, length: length + counted }
}
