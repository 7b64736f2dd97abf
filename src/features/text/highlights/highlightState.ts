/** The highlights of the open text within CodeMirror's state: where they lie, in which lane, in which quirk's colour. */
import {
  type EditorState,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state'
import { highlightAt, type PackedHighlights } from '../../../model/packedHighlights.ts'
import type { HighlightRow } from '../../../model/queries.ts'
import type { Authored } from '../../../model/rules/markFilter.ts'
import { type LaneSpan, laneOf, laneReach, lowestFree } from './lanes.ts'

/** Text typed at either edge stays outside. */
export class HighlightValue extends RangeValue {
  readonly id: number
  readonly quirkId: number
  readonly author: string
  readonly timestamp: number
  /** Its place in the highlight column; it keeps it while the text moves. −1: the filter leaves it out. */
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
  /** Those that are left out too. */
  ids: ReadonlySet<number>
  /** What the reader wants to see; null: all. */
  shows: ((mark: Authored) => boolean) | null
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
export const setShows = StateEffect.define<Highlights['shows']>()
/** The highlight that is pointed at, the one that was jumped to, the one that keys and handles act on, and its ends while they move. */
export const setSpotlight = StateEffect.define<Partial<Spotlight>>()

const none: Highlights = { set: RangeSet.empty, ids: new Set(), shows: null }
const LEFT_OUT = -1
/** Where more rows than this differ, all lanes are laid out anew. */
const FEW = 500
/** A bracket stands in the way of those that begin up to about a row after its end. */
const BESIDE = 400
/** How far the next highlight is looked for at first. */
const NEAR = 2000

export const highlightState = StateField.define<Highlights>({
  create: () => none,
  update(value, tr) {
    let next = tr.docChanged ? { ...value, set: value.set.map(tr.changes) } : value
    for (const effect of tr.effects) {
      if (effect.is(setShows)) next = filtered(next, effect.value, tr.state.doc)
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
  /** As it lies in the text. */
  active: PlacedHighlight | null
  /** Where the ends of the active one are shown while they are being moved. */
  draft: { from: number; to: number } | null
}

export const spotlightState = StateField.define<Spotlight>({
  create: () => ({ pointed: null, flashed: null, active: null, draft: null }),
  update(before, tr) {
    let value = before
    let isAsked = false
    for (const effect of tr.effects) {
      if (!effect.is(setSpotlight)) continue
      value = { ...value, ...effect.value }
      isAsked ||= effect.value.active !== undefined
    }
    if (!value.active) return value
    // Other words were selected: it is no longer what is meant.
    if (tr.selection && tr.isUserEvent('select') && !isAsked) return { ...value, active: null, draft: null }
    const { set } = tr.state.field(highlightState)
    if (!tr.docChanged && set === tr.startState.field(highlightState).set) return value
    const active = foundAgain(set, value.active, tr)
    return { ...value, active, draft: active && value.draft && movedDraft(value.draft, tr) }
  },
})

function movedDraft({ from, to }: { from: number; to: number }, { changes }: Transaction): Spotlight['draft'] {
  const moved = { from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }
  return moved.from < moved.to ? moved : null
}

/** Mostly it is where it was; null where it is no more, or left out. */
function foundAgain(
  set: RangeSet<HighlightValue>,
  { id, from, to }: PlacedHighlight,
  { changes }: Transaction,
): PlacedHighlight | null {
  const isIt = (it: PlacedHighlight) => it.id === id && it.value.lane !== LEFT_OUT
  const near = between(set, changes.mapPos(from, -1), changes.mapPos(to, 1)).find(isIt)
  return near ?? between(set, 0, changes.newLength).find(isIt) ?? null
}

/** Every edit of the text has all highlights posted again, which mostly have moved along already. */
function withPacked(before: Highlights, packed: PackedHighlights, doc: Text): Highlights {
  if (before.ids.size === 0 && packed.ids.length > FEW) return laidOut(packed, before.shows, doc)
  const { put, gone } = differences(before.set, packed, doc)
  if (put.length > FEW) return laidOut(packed, before.shows, doc)
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

function laidOut(packed: PackedHighlights, shows: Highlights['shows'], doc: Text): Highlights {
  const rows = longestFirst(packed, doc).map((at) => highlightAt(packed, at))
  return inLanes(rows, shows, doc)
}

/** The same highlights, laid out anew for another filter. */
function filtered({ set }: Highlights, shows: Highlights['shows'], doc: Text): Highlights {
  const rows = between(set, 0, doc.length)
    .sort(inOrder)
    .map(({ value, from, to }) => rowOf(value, from, to))
  return inLanes(rows, shows, doc)
}

/** `rows` in the order of the text, the longest first. Those that are left out stand in no lane, and in nobody's way. */
function inLanes(rows: readonly HighlightRow[], shows: Highlights['shows'], doc: Text): Highlights {
  const seen = shows ? rows.filter(shows) : rows
  const lanes = laneOf(
    seen.map(({ start, length }) => ({ from: start, to: start + length })),
    seen.length > FEW ? reachInAll(doc) : reachIn(doc),
  )
  let next = 0
  const ranges = rows.map((row) => {
    const lane = row === seen[next] ? (lanes[next++] ?? 0) : LEFT_OUT
    return new HighlightValue(row, lane).range(row.start, row.start + row.length)
  })
  return { set: RangeSet.of(ranges), ids: new Set(rows.map(({ id }) => id)), shows }
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

/** For very many: all line ends are read once. */
function reachInAll(doc: Text): (to: number) => number {
  const ends: number[] = []
  let at = -1
  for (const line of doc.iterLines()) {
    at += line.length + 1
    ends.push(at)
  }
  return laneReach((pos) => {
    let low = 0
    let high = ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < pos) low = middle + 1
      else high = middle
    }
    return ends[low] as number
  })
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
    const isKept = kept !== undefined && kept !== LEFT_OUT && !taken.includes(kept)
    const lane = before.shows?.(row) === false ? LEFT_OUT : isKept ? kept : lowestFree(taken)
    set = set.update({ add: [new HighlightValue(row, lane).range(from, to)] })
  }
  return { ...before, set, ids }
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

/** All that share a unit with [from, to), those too that the filter leaves out. */
export const everyHighlightIn = (state: EditorState, from: number, to: number): PlacedHighlight[] =>
  between(state.field(highlightState).set, from, to)
    .filter((it) => it.from < to && it.to > from)
    .sort(inOrder)

const isShown = ({ value }: PlacedHighlight): boolean => value.lane !== LEFT_OUT

/** The highlights shown that share a unit with [from, to), in the order of the text; the active one as its ends are drawn. */
export function highlightsIn(state: EditorState, from: number, to: number): PlacedHighlight[] {
  const found = everyHighlightIn(state, from, to).filter(isShown)
  const { active, draft } = state.field(spotlightState, false) ?? {}
  if (!active || !draft) return found
  const others = found.filter(({ id }) => id !== active.id)
  if (draft.from < to && draft.to > from) others.push({ ...active, ...draft })
  return others.sort(inOrder)
}

/** The highlights shown that cover the caret or the selection, the shortest first. */
export function highlightsAt(state: EditorState, from: number, to: number): PlacedHighlight[] {
  const { set } = state.field(highlightState)
  const found = from === to ? between(set, from, to).filter(isShown) : highlightsIn(state, from, to)
  return found.sort((a, b) => a.to - a.from - (b.to - b.from) || a.id - b.id)
}

/** The one before or after a place in the order of the text: that of the active one, or a caret. Around the end; null where there are none. */
export function highlightBeside(state: EditorState, by: 1 | -1): PlacedHighlight | null {
  const { active } = state.field(spotlightState)
  const { set } = state.field(highlightState)
  const { head } = state.selection.main
  const here = active ?? {
    id: by === 1 ? 0 : Number.POSITIVE_INFINITY,
    from: head,
    to: by === 1 ? Number.POSITIVE_INFINITY : head,
  }
  const isOn = (it: PlacedHighlight) => isShown(it) && by * inOrder(it, here) > 0
  const { length } = state.doc
  // As far as it takes, not the whole text: highlights are met sooner the more there are.
  for (let reach = NEAR; ; reach *= 4) {
    const [from, to] = by === 1 ? [here.from, here.from + reach] : [here.from - reach, here.from]
    const inside = between(set, Math.max(0, from), Math.min(length, to))
    const found = inside.filter((it) => it.from >= from && it.from <= to && isOn(it)).sort(inOrder)
    const first = by === 1 ? found[0] : found.at(-1)
    if (first) return first
    if (by === 1 ? to >= length : from <= 0) break
  }
  const all = placed(state.field(highlightState))
  return (by === 1 ? all[0] : all.at(-1)) ?? null
}

const orders = new WeakMap<RangeSet<HighlightValue>, PlacedHighlight[]>()

/** All that are shown in the order of the text; made once per state of the set. */
export function placed({ set }: Highlights): PlacedHighlight[] {
  const known = orders.get(set)
  if (known) return known
  const all: PlacedHighlight[] = []
  for (const cursor = set.iter(); cursor.value; cursor.next()) {
    if (cursor.value.lane === LEFT_OUT) continue
    all.push({ id: cursor.value.id, from: cursor.from, to: cursor.to, value: cursor.value })
  }
  all.sort(inOrder)
  orders.set(set, all)
  return all
}
