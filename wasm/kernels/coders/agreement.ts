/**
 * How authors have coded the same texts, counted for each quirk: what the statistics of `src/model/rules/analysis/agreement.ts` are made of.
 *
 * The texts are those in which each of the authors has a highlight of some quirk. One sweep over the columns; an author's highlights of a
 * quirk count as one where they overlap or touch, and what lies beyond the end of a text counts for nothing.
 */
import { codedWidth } from '../../../src/model/rules/analysis/agreement.ts'
import type { Span } from '../../../src/model/text/span.ts'
import type { AnswerPlace } from '../answers.ts'
import type { Columns } from '../columns/columns.ts'
import type { Slices } from '../slices.ts'
import type { TextLengths } from '../texts/textLengths.ts'

export interface CodedBy {
  /** At most `mostCoders`, each once. */
  authors: readonly string[]
  /** null: every quirk. */
  quirkIds: readonly number[] | null
  /** Only these; left out: all. */
  sourceIds?: readonly number[] | undefined
  questionIds?: readonly number[] | undefined
}

export interface Coded {
  texts: number
  /** Of these texts together, in UTF-16 units. */
  characters: number
  /** Those that one of the authors has used in them. */
  quirkIds: number[]
  /** `codedWidth` numbers for each of them, as `tallyOf` reads them. */
  counts: Float64Array
}

/** A stretch of a text that authors have coded, and who: the author of bit 0 comes first. */
export interface CodedStretch extends Span {
  place: AnswerPlace
  by: number
}

/** Needs authors. */
export function* agreement(columns: Columns, lengths: TextLengths, asked: CodedBy): Slices<Coded> {
  const n = asked.authors.length
  const width = codedWidth(n)
  const groups = yield* sharedGroups(columns, lengths, asked)
  const textsOf = new Uint32Array(columns.quirks.size)
  const counts = new Float64Array(columns.quirks.size * width)
  const add = (at: number, value: number) => {
    counts[at] = (counts[at] as number) + value
  }
  let [characters, first] = [0, 0]
  const onEach = (by: number, at: number, value: number) => {
    for (let seat = 0; seat < n; seat++) if ((by & bitOf(seat)) !== 0) add(at + seat, value)
  }
  yield* sweepGroups(columns, asked, groups, (group, quirk, sweep) => {
    const length = lengths.of(columns.place(group).id)
    first = quirk * width
    const [units, ofAuthors] = [first + n + 1, first + 2 * (n + 1)]
    textsOf[quirk] = (textsOf[quirk] as number) + 1
    let end = 0
    sweep(length, {
      row: (seat) => add(ofAuthors + 2 * n + seat, 1),
      stretch: (from, to, by) => {
        add(first + bitsOf(by), to - from)
        onEach(by, ofAuthors, to - from)
      },
      unit: (from, to, by) => {
        if (from > end) add(units, 1)
        end = to
        add(units + bitsOf(by), 1)
        onEach(by, ofAuthors + n, 1)
      },
    })
    if (end < length) add(units, 1)
  })
  for (const group of groups) characters += lengths.of(columns.place(group).id)
  const used = Array.from(textsOf.keys()).filter((quirk) => (textsOf[quirk] as number) > 0)
  for (const quirk of used) {
    const at = quirk * width
    // What nobody coded: the rest of the characters, and a gap for each text without the quirk.
    counts[at] = characters - counts.subarray(at + 1, at + n + 1).reduce((sum, each) => sum + each, 0)
    add(at + n + 1, groups.length - (textsOf[quirk] as number))
  }
  return {
    texts: groups.length,
    characters,
    quirkIds: used.map((quirk) => columns.quirks.at(quirk)),
    counts: Float64Array.from(used.flatMap((quirk) => [...counts.subarray(quirk * width, (quirk + 1) * width)])),
  }
}

/** Where authors have coded one quirk, by source, question and place; `whole`: stretches of all together, else by who has them. */
export function* codedStretches(
  columns: Columns,
  lengths: TextLengths,
  asked: CodedBy,
  whole: boolean,
): Slices<CodedStretch[]> {
  const groups = yield* sharedGroups(columns, lengths, asked)
  const found: CodedStretch[] = []
  yield* sweepGroups(columns, asked, groups, (group, _, sweep) => {
    const place = columns.place(group)
    const keep = (start: number, end: number, by: number) => {
      const last = found.at(-1)
      if (!whole && last?.place === place && last.by === by && last.start + last.length === start)
        last.length += end - start
      else found.push({ place, start, length: end - start, by })
    }
    sweep(lengths.of(place.id), whole ? { unit: keep } : { stretch: keep })
  })
  return found
}

/** The groups with a text in which each of the authors has coded something, in their order; their lengths are known then. */
function* sharedGroups(columns: Columns, lengths: TextLengths, asked: CodedBy): Slices<number[]> {
  const { authors, sourceIds, questionIds } = asked
  const seats = seatsOf(columns, authors)
  const everybody = 2 ** authors.length - 1
  const [sources, questions] = [sourceIds && new Set(sourceIds), questionIds && new Set(questionIds)]
  const shared: number[] = []
  if (authors.length === 0) return shared
  let done = 0
  for (const group of columns.inOrder()) {
    const { id, sourceId, questionId } = columns.place(group)
    if (id < 0 || sources?.has(sourceId) === false || questions?.has(questionId) === false) continue
    if (whoCoded(columns, group, seats) === everybody) shared.push(group)
    done += columns.count(group)
    if (done < columns.kernel.sizes.rows) continue
    done = 0
    yield
  }
  yield* lengths.read(shared.map((group) => columns.place(group).id))
  return shared.filter((group) => lengths.of(columns.place(group).id) > 0)
}

/** The place of each author among those asked for, -1 for all others. */
function seatsOf(columns: Columns, authors: readonly string[]): Int32Array {
  const seats = new Int32Array(columns.authors.size).fill(-1)
  for (const [seat, author] of authors.entries()) {
    const ordinal = columns.authors.known(author)
    if (ordinal !== undefined) seats[ordinal] = seat
  }
  return seats
}

function whoCoded(columns: Columns, group: number, seats: Int32Array): number {
  const { kernel, at, end } = columns
  const authors = kernel.ints(at.authors, end)
  const first = columns.offset(group)
  let by = 0
  for (let row = first, last = first + columns.count(group); row < last; row++) {
    const seat = seats[authors[row] as number] as number
    if (seat >= 0) by |= bitOf(seat)
  }
  return by
}

interface Swept {
  /** A highlight of an author. */
  row?(seat: number): void
  /** The same authors have coded all of [from, to). */
  stretch?(from: number, to: number, by: number): void
  /** [from, to) is coded throughout, by one or another; `by`: everyone who has coded something in it. */
  unit?(from: number, to: number, by: number): void
}
/** `length`: of the text. */
type Sweep = (length: number, swept: Swept) => void

/** Goes through the groups, quirk by quirk. */
function* sweepGroups(
  columns: Columns,
  { authors: names, quirkIds }: CodedBy,
  groups: readonly number[],
  each: (group: number, quirk: number, sweep: Sweep) => void,
): Slices<void> {
  const seats = seatsOf(columns, names)
  const wanted = new Uint8Array(columns.quirks.size).fill(quirkIds ? 0 : 1)
  for (const id of quirkIds ?? []) {
    const quirk = columns.quirks.known(id)
    if (quirk !== undefined) wanted[quirk] = 1
  }
  /** The rows of a quirk in the group at hand hang together, each on the one before. */
  const heads = new Int32Array(columns.quirks.size).fill(-1)
  const tails = new Int32Array(columns.quirks.size)
  let next = new Int32Array(1024)
  let done = 0
  let views = viewsOf(columns)
  const sweepRows = openSweep(names.length)
  for (const group of groups) {
    const { quirks, authors, starts, ends } = views
    const first = columns.offset(group)
    const count = columns.count(group)
    if (count > next.length) next = new Int32Array(count * 2)
    const touched: number[] = []
    for (let row = 0; row < count; row++) {
      const quirk = quirks[first + row] as number
      if (wanted[quirk] === 0 || (seats[authors[first + row] as number] as number) < 0) continue
      next[row] = -1
      if (heads[quirk] === -1) {
        heads[quirk] = row
        touched.push(quirk)
      } else next[tails[quirk] as number] = row
      tails[quirk] = row
    }
    for (const quirk of touched) {
      const head = heads[quirk] as number
      heads[quirk] = -1
      each(group, quirk, (length, swept) => {
        const take = sweepRows(length, swept)
        for (let row = head; row >= 0; row = next[row] as number)
          take.row(
            seats[authors[first + row] as number] as number,
            starts[first + row] as number,
            ends[first + row] as number,
          )
        take.end()
      })
    }
    done += count
    if (done < columns.kernel.sizes.rowsRead) continue
    done = 0
    yield
    views = viewsOf(columns)
  }
}

/** Takes the rows of one quirk in one text in their order, and tells what they come to. */
function openSweep(authors: number) {
  /** How far each author has coded. */
  const ends = new Int32Array(authors)
  return (length: number, swept: Swept) => {
    ends.fill(0)
    let [at, unit, inUnit] = [0, 0, 0]
    /** To `until`, or to where nobody has coded any more. */
    const goOn = (until: number) => {
      while (at < until) {
        let by = 0
        let to = until
        for (let seat = 0; seat < authors; seat++) {
          const end = ends[seat] as number
          if (end <= at) continue
          by |= bitOf(seat)
          if (end < to) to = end
        }
        if (by === 0) break
        swept.stretch?.(at, to, by)
        at = to
      }
      if (at === until || inUnit === 0) return
      swept.unit?.(unit, at, inUnit)
      inUnit = 0
    }
    return {
      row: (seat: number, start: number, beyond: number) => {
        const end = Math.min(beyond, length)
        swept.row?.(seat)
        if (start >= end) return
        goOn(start)
        at = start
        if (inUnit === 0) unit = start
        inUnit |= bitOf(seat)
        if (end > (ends[seat] as number)) ends[seat] = end
      },
      end: () => goOn(Number.POSITIVE_INFINITY),
    }
  }
}

const viewsOf = ({ kernel, at, end }: Columns) => ({
  quirks: kernel.ints(at.quirks, end),
  authors: kernel.ints(at.authors, end),
  starts: kernel.ints(at.starts, end),
  ends: kernel.ints(at.ends, end),
})

const bitOf = (seat: number): number => 2 ** seat

function bitsOf(by: number): number {
  let bits = 0
  for (let rest = by; rest !== 0; rest &= rest - 1) bits += 1
  return bits
}
