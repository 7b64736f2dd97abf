/**
 * What criteria (`src/model/rules/analysis/criteria.ts`) let through: highlights, and the answers that they lie on.
 *
 * A highlight passes by its author and time, by who says any of its passage, by its quirk, that one's author, time and groups, by quirks of which another highlight overlaps
 * it, by its source's name and properties and the quirks that it has, and by its question; with a text only where it shares a character
 * with a place of it. An answer passes where one of its highlights does, or where it does by its source and question alone, filters by
 * highlights, their quirks and overlaps counting as not fulfilled, and contains the text; one that says nothing does not.
 *
 * Filters by source, question or quirk become one byte an answer or a quirk, looked up by SQL or found in the columns; one pass over the
 * columns joins them, and one more for each filter by overlaps or by who speaks.
 */
import {
  type Filter,
  isQuirkField,
  isSpeakerField,
  type Period,
  type QuirkField,
} from '../../../src/model/rules/analysis/filters.ts'
import type { Db } from '../../database/db.ts'
import { type Columns, parts } from '../columns/columns.ts'
import { type Hold, holding } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import type { SaidBy } from '../texts/speakers.ts'
import { type LookedUp, lookUp } from './lookUp.ts'
import { rowsWithin } from './rowsWithin.ts'
import { groupsWith, type Parents, parentsOnce, quirksAsked } from './soughtQuirks.ts'
import { keepTouched, type Sought } from './touchedByText.ts'

export interface Filtered {
  /**
   * The answers that pass, by source and question, with the number of their highlights that do. `bare`: of an answer that passes by itself
   * the places of the text that lie on none of these; without a text 1 where there are none and the answer is not empty.
   */
  answers: { id: number; highlights: number; bare: number }[]
  /** Of each quirk, the highlights that pass; those with none are left out. */
  quirks: { id: number; highlights: number }[]
  highlights: number
  bare: number
}

/** A byte for each row of the columns: 1 where it passes. To be freed by the caller. */
export interface Kept {
  pointer: number
  filtered: Filtered
}

/**
 * A filter as the kernel knows it: one byte a group, quirk, author or row; or a period, to be in or not; or the quirks (a byte each) to overlap
 * or not. `or`: how it joins those before.
 */
type Leaf =
  | { kind: 'answer' | 'author'; or: boolean; holds: Uint8Array }
  | { kind: 'quirk'; or: boolean; holds: Uint8Array }
  | ({ kind: 'time'; or: boolean; not: boolean } & Period)
  | ({ kind: 'overlap'; or: boolean } & Overlap)
  | { kind: 'row'; or: boolean; holds: Uint8Array }
interface Overlap {
  quirks: Uint8Array
  not: boolean
}

/**
 * Leaves in a row that are joined in the same way, as one: order does not matter among them. The rows pass all before the first. An
 * overlap is a stage of its own.
 */
interface Stage {
  or: boolean
  tables: Partial<Record<'answer' | 'quirk' | 'author', Uint8Array>>
  time: (Period & { not: boolean }) | null
  overlap: Overlap | null
  /** A byte for each row. */
  rows: Uint8Array | null
}
/** Joins what a stage says to the rows of a part that are kept so far. */
type Join = (part: [from: number, to: number], kept: number) => void
const stageBytes = 40
/** Rows that all stages join before the next ones: what a processor keeps at hand of the columns. */
const rowsAtHand = 8192
/** Answers looked up by SQL in one slice. */
const lookUps = 500

/** Needs authors and times where a filter asks for them (`needsAuthors` in `lookUp.ts`). `sought` null: whatever the texts say. */
export function* filterAnswers(
  columns: Columns,
  db: Db,
  filters: readonly Filter[],
  saidBy: SaidBy,
  sought: Sought | null = null,
): Slices<Filtered> {
  const kept = yield* filterHighlights(columns, db, filters, saidBy, sought)
  columns.kernel.free(kept.pointer)
  return kept.filtered
}

export function* filterHighlights(
  columns: Columns,
  db: Db,
  filters: readonly Filter[],
  saidBy: SaidBy,
  sought: Sought | null,
): Slices<Kept> {
  const { kernel, at } = columns
  const held = holding(kernel)
  try {
    const leaves: Leaf[] = []
    const parents = parentsOnce(db)
    for (const filter of filters) leaves.push(yield* leafOf(columns, db, filter, { parents, saidBy }))
    const joins = stagesOf(leaves).map((stage) => joinOf(columns, held, stage))
    const kept = held.reserve(columns.end + 16)
    const ofQuirk = held.reserve(columns.quirks.size * 4 + 16)
    const ofAnswer = held.reserve(columns.groupCount * 4 + 16)
    kernel.bytes(ofQuirk, columns.quirks.size * 4).fill(0)
    kernel.bytes(kept, columns.end).fill(1)
    const count = ([from, to]: [number, number]) =>
      kernel.calls.countRows(at.offsets, at.counts, from, to, at.quirks, kept, ofQuirk, ofAnswer)
    for (const part of parts(columns, Math.min(rowsAtHand, kernel.sizes.rows))) {
      for (const join of joins) join(part, kept)
      if (!sought) count(part)
      yield
    }
    const alone = alonePassing(columns, leaves)
    const places = sought && (yield* keepTouched(columns, sought, kept, (group) => alone[group] === 1))
    if (places) for (const part of parts(columns)) count(part)
    else yield* leaveOutEmpty(columns, db, alone, ofAnswer)
    return { filtered: summary(columns, alone, ofQuirk, ofAnswer, places), pointer: held.give(kept) }
  } finally {
    held.free()
  }
}

/** Takes answers without a text out of those that pass by themselves; where highlights pass, nobody asks. */
function* leaveOutEmpty(columns: Columns, db: Db, alone: Uint8Array, ofAnswer: number): Slices<void> {
  const { kernel, groupCount } = columns
  let room = lookUps
  for (let group = 0; group < groupCount; group++) {
    const isOpen = alone[group] === 1 && (kernel.words(ofAnswer, groupCount)[group] as number) === 0
    if (!isOpen) continue
    if (!db.one(hasText, [columns.place(group).id])) alone[group] = 0
    room -= 1
    if (room > 0) continue
    room = lookUps
    yield
  }
}

/** Reads no text: its length stands before it. */
const hasText = 'SELECT 1 FROM answer_texts WHERE answerId = ? AND octet_length(text) > 0'

/** `alone`: 1 for each answer that passes by itself; `places`: of each answer those of the text that lie on no row that is kept. */
function summary(
  columns: Columns,
  alone: Uint8Array,
  ofQuirk: number,
  ofAnswer: number,
  places: Uint32Array | null,
): Filtered {
  const { kernel } = columns
  const filtered: Filtered = { answers: [], quirks: [], highlights: 0, bare: 0 }
  const counts = kernel.words(ofAnswer, columns.groupCount)
  for (const group of columns.inOrder()) {
    const highlights = counts[group] as number
    const { id } = columns.place(group)
    filtered.highlights += highlights
    if (id < 0) continue
    const open = places ? (places[group] as number) : highlights === 0 ? 1 : 0
    const bare = alone[group] === 1 ? open : 0
    if (highlights > 0 || bare > 0) filtered.answers.push({ id, highlights, bare })
    filtered.bare += bare
  }
  kernel.words(ofQuirk, columns.quirks.size).forEach((highlights, quirk) => {
    if (highlights > 0) filtered.quirks.push({ id: columns.quirks.at(quirk), highlights })
  })
  return filtered
}

/** Of each answer 1 where the filters hold for it by its source and question alone. */
function alonePassing({ groupCount }: Columns, leaves: readonly Leaf[]): Uint8Array {
  const alone = new Uint8Array(groupCount).fill(1)
  for (const [n, leaf] of leaves.entries()) {
    const isOr = n > 0 && leaf.or
    if (leaf.kind !== 'answer') {
      if (!isOr) alone.fill(0)
      continue
    }
    const { holds } = leaf
    for (let group = 0; group < groupCount; group++) {
      const mine = holds[group] as number
      alone[group] = isOr ? (alone[group] as number) | mine : (alone[group] as number) & mine
    }
  }
  return alone
}

function stagesOf(leaves: readonly Leaf[]): Stage[] {
  const stages: Stage[] = []
  for (const [n, leaf] of leaves.entries()) {
    const or = n > 0 && leaf.or
    const own = { or, tables: {}, time: null, overlap: null, rows: null }
    if (leaf.kind === 'overlap' || leaf.kind === 'row') {
      stages.push(leaf.kind === 'row' ? { ...own, rows: leaf.holds } : { ...own, overlap: leaf })
      continue
    }
    const last = stages.at(-1)
    const fits =
      last?.or === or &&
      last.overlap === null &&
      last.rows === null &&
      (leaf.kind !== 'time' || last.time === null || both(last, leaf) !== null)
    const stage: Stage = fits ? last : own
    if (!fits) stages.push(stage)
    if (leaf.kind === 'time') stage.time = both(stage, leaf)
    else {
      const before = stage.tables[leaf.kind]
      stage.tables[leaf.kind] = before ? joined(before, leaf.holds, or) : leaf.holds
    }
  }
  return stages
}

/** The period of a stage and another one as one; null where they are not. */
function both({ or, time }: Stage, { from, to, not }: Period & { not: boolean }): Stage['time'] {
  if (time === null) return { from, to, not }
  if (or || not || time.not) return null
  return { from: Math.max(time.from, from), to: Math.min(time.to, to), not }
}

function joined(a: Uint8Array, b: Uint8Array, or: boolean): Uint8Array {
  const both = new Uint8Array(a.length)
  for (let n = 0; n < a.length; n++)
    both[n] = or ? (a[n] as number) | (b[n] as number) : (a[n] as number) & (b[n] as number)
  return both
}

function joinOf(columns: Columns, held: Hold, stage: Stage): Join {
  const { calls } = columns.kernel
  const { offsets, counts, starts, ends, quirks, authors, times } = columns.at
  const { overlap, rows, or } = stage
  if (rows) return (part, kept) => joinRows(columns, rows, or, part, kept)
  if (!overlap) {
    const pointer = writeStage(columns, held, stage)
    return (part, kept) => calls.filterRows(offsets, counts, ...part, quirks, authors, times, pointer, kept)
  }
  const ofQuirk = writeTable(columns, held, overlap.quirks)
  const ways = [overlap.not ? 1 : 0, or ? 1 : 0] as const
  return (part, kept) => calls.overlapRows(offsets, counts, ...part, starts, ends, quirks, ofQuirk, ...ways, kept)
}

function joinRows(columns: Columns, rows: Uint8Array, or: boolean, [from, to]: [number, number], kept: number): void {
  const bytes = columns.kernel.bytes(kept, columns.end)
  for (let group = from; group < to; group++) {
    const first = columns.offset(group)
    const last = first + columns.count(group)
    for (let row = first; row < last; row++)
      bytes[row] = or ? (bytes[row] as number) | (rows[row] as number) : (bytes[row] as number) & (rows[row] as number)
  }
}

function writeTable({ kernel }: Columns, held: Hold, table: Uint8Array): number {
  const pointer = held.reserve(table.length + 16)
  kernel.bytes(pointer, table.length).set(table)
  return pointer
}

/** Writes a stage as the kernel reads it (`assembly/filter.ts`). */
function writeStage(columns: Columns, held: Hold, { or, tables, time }: Stage): number {
  const { kernel } = columns
  const sizes = { answer: columns.groupCount, quirk: columns.quirks.size, author: columns.authors.size }
  const neutral = or ? 0 : 1
  const pointer = held.reserve(stageBytes)
  const pointers = (['answer', 'quirk', 'author'] as const).map((kind) =>
    writeTable(columns, held, tables[kind] ?? new Uint8Array(sizes[kind]).fill(neutral)),
  )
  const asked = (tables.quirk ? 1 : 0) | (tables.author ? 2 : 0) | (time ? 4 : 0)
  // Nothing lies between infinity and infinity.
  const { from, to, not } = time ?? { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY, not: !or }
  kernel.words(pointer, 6).set([or ? 1 : 0, ...pointers, asked, not ? 1 : 0])
  kernel.doubles(pointer + 24, 2).set([from, to])
  return pointer
}

function* leafOf(
  columns: Columns,
  db: Db,
  filter: Filter,
  { parents, saidBy }: { parents: () => Parents; saidBy: SaidBy },
): Slices<Leaf> {
  const or = filter.clause === 'Or'
  const not = filter.operator === '!='
  if (isSpeakerField(filter.field)) {
    const said = yield* saidBy(String(filter.value))
    return { kind: 'row', or, holds: yield* rowsWithin(columns, said, not) }
  }
  if (!isQuirkField(filter.field)) return leafOfFound(columns, or, lookUp(db, filter))
  const asked = quirksAsked(db, filter, parents)
  return yield* leafOfQuirks(columns, { or, not }, filter.field, asked)
}

function* leafOfQuirks(
  columns: Columns,
  { or, not }: { or: boolean; not: boolean },
  field: QuirkField,
  asked: ReadonlySet<number>,
): Slices<Leaf> {
  if (field === 'quirk') return ofQuirks(columns, or, not, asked)
  const { holds } = ofQuirks(columns, or, false, asked)
  switch (field) {
    case 'overlaps':
      return { kind: 'overlap', or, not, quirks: holds }
    case 'answerQuirk': {
      const having = yield* groupsWith(columns, holds)
      return ofAnswers(columns, or, (group) => (having[group] === 1) !== not)
    }
    case 'sourceQuirk': {
      const having = yield* groupsWith(columns, holds)
      const sources = new Set<number>()
      for (let group = 0; group < having.length; group++)
        if (having[group] === 1) sources.add(columns.place(group).sourceId)
      return ofSources(columns, or, not, sources)
    }
  }
}

function leafOfFound(columns: Columns, or: boolean, found: LookedUp): Leaf {
  const { not } = found
  switch (found.of) {
    case 'author': {
      const author = columns.authors.known(found.name)
      const holds = new Uint8Array(columns.authors.size).fill(not ? 1 : 0)
      if (author !== undefined) holds[author] = not ? 0 : 1
      return { kind: 'author', or, holds }
    }
    case 'time':
      return { kind: 'time', or, not, from: found.from, to: found.to }
    case 'quirk':
      return ofQuirks(columns, or, not, found.ids)
    case 'source':
      return ofSources(columns, or, not, found.ids)
    case 'question':
      return ofAnswers(columns, or, (group) => found.ids.has(columns.place(group).questionId) !== not)
  }
}

function ofQuirks(
  columns: Columns,
  or: boolean,
  not: boolean,
  quirkIds: ReadonlySet<number>,
): Leaf & { kind: 'quirk' } {
  const holds = new Uint8Array(columns.quirks.size).fill(not ? 1 : 0)
  for (const id of quirkIds) {
    const quirk = columns.quirks.known(id)
    if (quirk !== undefined) holds[quirk] = not ? 0 : 1
  }
  return { kind: 'quirk', or, holds }
}

const ofSources = (columns: Columns, or: boolean, not: boolean, sourceIds: ReadonlySet<number>): Leaf =>
  ofAnswers(columns, or, (group) => sourceIds.has(columns.place(group).sourceId) !== not)

function ofAnswers(columns: Columns, or: boolean, passes: (group: number) => boolean): Leaf {
  const holds = new Uint8Array(columns.groupCount)
  for (let group = 0; group < holds.length; group++) holds[group] = passes(group) ? 1 : 0
  return { kind: 'answer', or, holds }
}
