/** The highlights of the open text within CodeMirror's state: where they lie, in which lane, in which quirk's colour. */
import { type EditorState, RangeSet, RangeValue, StateEffect, StateField, type Text } from '@codemirror/state'
import { highlightAt, type PackedHighlights } from '../../model/packedHighlights.ts'
import type { HighlightRow } from '../../model/queries.ts'
import { type LaneSpan, laneOf, laneReach, lowestFree } from './lanes.ts'

/** Text typed at either edge stays outside. */
export class HighlightValue extends RangeValue {
  readonly id: number
  readonly quirkId: number
  readonly author: string
  readonly timestamp: number
  /** Its place in the highlight column; it keeps it while the text moves. */
  readonly lane: number
  override startSide = 1
  override endSide = -1
  constructor(row: HighlightRow, lane: number) {
    super()
    this.id = row.id
    this.quirkId = row.quirkId
    this.author = row.author
    this.timestamp = row.timestamp
    this.lane = lane
  }
  override eq(other: HighlightValue): boolean {
    return this.id === other.id && this.quirkId === other.quirkId && this.lane === other.lane
  }
}

export interface PlacedHighlight extends LaneSpan {
  value: HighlightValue
}

export interface Highlights {
  set: RangeSet<HighlightValue>
  ids: ReadonlySet<number>
}

export interface QuirkLook {
  title: string
  color: string
}

/** Positions are those of the shown text. */
export const setHighlights = StateEffect.define<
  { packed: PackedHighlights } | { put: readonly HighlightRow[]; gone: readonly number[] }
>()
export const setQuirks = StateEffect.define<ReadonlyMap<number, QuirkLook>>()
/** The highlight that is pointed at, and the one that was jumped to. */
export const setSpotlight = StateEffect.define<{ pointed?: number | null; flashed?: number | null }>()

const none: Highlights = { set: RangeSet.empty, ids: new Set() }
/** Where more rows than this differ, all lanes are laid out anew. */
const FEW = 500
/** A bracket stands in the way of those that begin up to about a row after its end. */
const BESIDE = 400

export const highlightState = StateField.define<Highlights>({
  create: () => none,
  update(value, tr) {
    let next = tr.docChanged ? { ...value, set: value.set.map(tr.changes) } : value
    for (const effect of tr.effects) {
      if (!effect.is(setHighlights)) continue
      next =
        'packed' in effect.value
          ? withPacked(next, effect.value.packed, tr.state.doc)
          : withSome(next, effect.value, tr.state.doc)
    }
    return next
  },
})

export const quirkState = StateField.define<ReadonlyMap<number, QuirkLook>>({
  create: () => new Map(),
  update: (value, tr) => tr.effects.find((effect) => effect.is(setQuirks))?.value ?? value,
})

export interface Spotlight {
  pointed: number | null
  flashed: number | null
}

export const spotlightState = StateField.define<Spotlight>({
  create: () => ({ pointed: null, flashed: null }),
  update(value, tr) {
    const set = tr.effects.find((effect) => effect.is(setSpotlight))
    return set ? { ...value, ...set.value } : value
  },
})

/** Every edit of the text has all highlights posted again, which mostly have moved along already. */
function withPacked(before: Highlights, packed: PackedHighlights, doc: Text): Highlights {
  const { put, gone } = differences(before.set, packed, doc)
  if (put.length > FEW) return laidOut(packed, doc)
  if (put.length === 0 && gone.length === 0) return before
  return withSome(before, { put: put.map((at) => highlightAt(packed, at)), gone }, doc)
}

const fits = ({ start, length }: { start: number; length: number }, doc: Text): boolean =>
  length > 0 && start + length <= doc.length

/** The places of those that are not in the set as they are, and what is in the set and not among them. */
function differences(
  set: RangeSet<HighlightValue>,
  { ids, quirkIds, starts, lengths }: PackedHighlights,
  doc: Text,
): { put: number[]; gone: number[] } {
  const put: number[] = []
  const gone: number[] = []
  const cursor = set.iter()
  let at = 0
  /** Those that begin at one place, in the set. */
  const here = new Map<number, { to: number; quirkId: number }>()
  while (cursor.value || at < ids.length) {
    const start = Math.min(
      cursor.value ? cursor.from : Number.POSITIVE_INFINITY,
      starts[at] ?? Number.POSITIVE_INFINITY,
    )
    for (; cursor.value && cursor.from === start; cursor.next())
      here.set(cursor.value.id, { to: cursor.to, quirkId: cursor.value.quirkId })
    for (; starts[at] === start; at += 1) {
      const length = lengths[at] as number
      if (!fits({ start, length }, doc)) continue
      const known = here.get(ids[at] as number)
      if (known?.to === start + length && known.quirkId === quirkIds[at]) here.delete(ids[at] as number)
      else put.push(at)
    }
    gone.push(...here.keys())
    here.clear()
  }
  return { put, gone }
}

function laidOut(packed: PackedHighlights, doc: Text): Highlights {
  const order = longestFirst(packed, doc)
  const spans = order.map((at) => {
    const from = packed.starts[at] as number
    return { from, to: from + (packed.lengths[at] as number) }
  })
  const lanes = laneOf(spans, reachIn(doc))
  const ranges = order.map((at, i) => {
    const row = highlightAt(packed, at)
    return new HighlightValue(row, lanes[i] ?? 0).range(row.start, row.start + row.length)
  })
  return { set: RangeSet.of(ranges), ids: new Set(ranges.map(({ value }) => value.id)) }
}

/** The places of those that fit the text, in its order; where several begin together, the longest first. */
function longestFirst({ starts, lengths }: PackedHighlights, doc: Text): number[] {
  const order: number[] = []
  for (let at = 0; at < starts.length; ) {
    const first = order.length
    const start = starts[at] as number
    for (; starts[at] === start; at += 1) if (fits({ start, length: lengths[at] as number }, doc)) order.push(at)
    if (order.length - first > 1)
      for (const [i, place] of order
        .slice(first)
        .sort((a, b) => (lengths[b] as number) - (lengths[a] as number))
        .entries())
        order[first + i] = place
  }
  return order
}

/** The last line end is kept: highlights are asked for in order, and most lie in the line of the one before. */
function reachIn(doc: Text): (to: number) => number {
  let line = doc.line(1)
  return laneReach((pos) => {
    if (pos < line.from || pos > line.to) line = doc.lineAt(Math.min(pos, doc.length))
    return line.to
  })
}

function withSome(
  before: Highlights,
  { put, gone }: { put: readonly HighlightRow[]; gone: readonly number[] },
  doc: Text,
): Highlights {
  const rows = put
    .filter((row) => fits(row, doc))
    .sort((a, b) => a.start - b.start || b.length - a.length || a.id - b.id)
  const leaving = new Set([...gone, ...put.map(({ id }) => id)])
  const known = [...leaving].filter((id) => before.ids.has(id))
  const lanes = new Map<number, number>()
  let { set } = before
  if (known.length > 0) {
    set = set.update({
      filter: (_from, _to, value) => {
        if (leaving.has(value.id)) lanes.set(value.id, value.lane)
        return !leaving.has(value.id)
      },
    })
  }
  const ids = new Set(before.ids)
  for (const id of gone) ids.delete(id)
  for (const { id } of rows) ids.add(id)
  const reach = reachIn(doc)
  for (const row of rows) {
    const [from, to] = [row.start, row.start + row.length]
    const taken = between(set, Math.max(0, from - BESIDE), reach(to))
      .filter((it) => it.from < reach(to) && reach(it.to) > from)
      .map(({ value }) => value.lane)
    const kept = lanes.get(row.id)
    const lane = kept !== undefined && !taken.includes(kept) ? kept : lowestFree(taken)
    set = set.update({ add: [new HighlightValue(row, lane).range(from, to)] })
  }
  return { set, ids }
}

export const rowOf = ({ id, quirkId, author, timestamp }: HighlightValue, from: number, to: number): HighlightRow => ({
  id,
  quirkId,
  start: from,
  length: to - from,
  author,
  timestamp,
})

function between(set: RangeSet<HighlightValue>, from: number, to: number): PlacedHighlight[] {
  const found: PlacedHighlight[] = []
  set.between(from, to, (a, b, value) => {
    found.push({ id: value.id, from: a, to: b, value })
  })
  return found
}

const inOrder = (a: LaneSpan, b: LaneSpan): number => a.from - b.from || b.to - a.to || a.id - b.id

/** The highlights that share a unit with [from, to), in the order of the text. */
export const highlightsIn = (state: EditorState, from: number, to: number): PlacedHighlight[] =>
  between(state.field(highlightState).set, from, to)
    .filter((it) => it.from < to && it.to > from)
    .sort(inOrder)

/** The highlights that cover the caret or the selection, the shortest first. */
export function highlightsAt(state: EditorState, from: number, to: number): PlacedHighlight[] {
  const found = from === to ? between(state.field(highlightState).set, from, to) : highlightsIn(state, from, to)
  return found.sort((a, b) => a.to - a.from - (b.to - b.from) || a.id - b.id)
}

const orders = new WeakMap<RangeSet<HighlightValue>, PlacedHighlight[]>()

/** All of them in the order of the text; made once per state of the set. */
export function placed({ set }: Highlights): PlacedHighlight[] {
  const known = orders.get(set)
  if (known) return known
  const all: PlacedHighlight[] = []
  for (const cursor = set.iter(); cursor.value; cursor.next()) {
    all.push({ id: cursor.value.id, from: cursor.from, to: cursor.to, value: cursor.value })
  }
  all.sort(inOrder)
  orders.set(set, all)
  return all
}
