/** The highlights of the open text within CodeMirror's state: where they lie, in which lane, in which quirk's colour. */
import {
  type EditorState,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state'
import { highlightAt, type PackedHighlights } from '../../../model/packedHighlights.ts'
import type { HighlightRow } from '../../../model/queries.ts'
import type { Authored } from '../../../model/rules/analysis/markFilter.ts'
import { type LaneSpan, laneFinder, laneReach, lowestFree } from './lanes.ts'

type Mark = Omit<HighlightRow, 'start' | 'length'>

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
  constructor(mark: Mark, lane: number) {
    super()
    this.id = mark.id
    this.quirkId = mark.quirkId
    this.author = mark.author
    this.timestamp = mark.timestamp
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
  readonly set: RangeSet<HighlightValue>
  /** While `set` has not been asked for: those that begin before `until`, which is what the first painting needs. */
  near: { set: RangeSet<HighlightValue>; until: number } | null
  /** Those that are left out too; null: nobody has asked yet. */
  ids: ReadonlySet<number> | null
  /** What the reader wants to see; null: all. */
  shows: ((mark: Authored) => boolean) | null
}

export interface QuirkLook {
  title: string
  color: string
}

/** Positions are those of the shown text. `until`: only what begins before is looked at soon. */
export const setHighlights = StateEffect.define<
  { packed: PackedHighlights; until?: number } | { put: readonly HighlightRow[]; gone: readonly number[] }
>()
export const setQuirks = StateEffect.define<ReadonlyMap<number, QuirkLook>>()
export const setShows = StateEffect.define<Highlights['shows']>()
/** The highlight that is pointed at, the one that was jumped to, the one that keys and handles act on, and its ends while they move. */
export const setSpotlight = StateEffect.define<Partial<Spotlight>>()

const none: Highlights = { set: RangeSet.empty, near: null, ids: null, shows: null }
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
    let next = tr.docChanged ? { ...value, near: null, set: value.set.map(tr.changes) } : value
    for (const effect of tr.effects) {
      if (effect.is(setShows)) next = filtered(next, effect.value, tr.state.doc)
      if (!effect.is(setHighlights)) continue
      next =
        'packed' in effect.value
          ? withPacked(next, effect.value, tr.state.doc)
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
  /** The quirks that are pointed at on the canvas or in a list: the grounds and brackets of others step back. */
  brushed: ReadonlySet<number> | null
  /** Words that this person has just coded: their bracket is seen to be drawn. `until`: in ms of `performance.now`. */
  coded: { from: number; to: number; until: number } | null
}

export const spotlightState = StateField.define<Spotlight>({
  create: () => ({ pointed: null, flashed: null, active: null, draft: null, brushed: null, coded: null }),
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
function withPacked(
  before: Highlights,
  { packed, until }: { packed: PackedHighlights; until?: number },
  doc: Text,
): Highlights {
  if (before.set.size === 0 && packed.ids.length > FEW)
    return until === undefined ? laidOut(packed, before.shows, doc) : laidOutNear(packed, before.shows, doc, until)
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

/** Without an object for each but the one that stays: of these there are tens of thousands when a text opens. */
function laidOut(
  packed: PackedHighlights,
  shows: Highlights['shows'],
  doc: Text,
  until = Number.POSITIVE_INFINITY,
): Highlights {
  const { ids, quirkIds, starts, lengths, authors, timestamps, names } = packed
  const order = longestFirst(packed, doc, until)
  const laying = inLanes(order.length, shows, doc)
  for (const at of order) {
    const from = starts[at] as number
    const mark: Mark = {
      id: ids[at] as number,
      quirkId: quirkIds[at] as number,
      author: names[authors[at] as number] ?? '',
      timestamp: timestamps[at] as number,
    }
    laying.add(mark, from, from + (lengths[at] as number))
  }
  return laying.done()
}

/** Lanes depend on what begins before alone, so that the first ones are the same without the rest. */
function laidOutNear(packed: PackedHighlights, shows: Highlights['shows'], doc: Text, until: number): Highlights {
  let set: RangeSet<HighlightValue> | undefined
  return {
    get set() {
      set ??= laidOut(packed, shows, doc).set
      return set
    },
    near: { set: laidOut(packed, shows, doc, until).set, until },
    ids: null,
    shows,
  }
}

/** The same highlights, laid out anew for another filter. */
function filtered({ set }: Highlights, shows: Highlights['shows'], doc: Text): Highlights {
  const laying = inLanes(set.size, shows, doc)
  for (const { value, from, to } of between(set, 0, doc.length).sort(inOrder)) laying.add(value, from, to)
  return laying.done()
}

/** Takes them in the order of the text, the longest first. Those that are left out stand in no lane, and in nobody's way. */
function inLanes(size: number, shows: Highlights['shows'], doc: Text) {
  const laneFor = laneFinder(size > FEW ? reachInAll(doc) : reachIn(doc))
  const builder = new RangeSetBuilder<HighlightValue>()
  return {
    add(mark: Mark, from: number, to: number): void {
      builder.add(from, to, new HighlightValue(mark, shows?.(mark) === false ? LEFT_OUT : laneFor(from, to)))
    },
    done: (): Highlights => ({ set: builder.finish(), near: null, ids: null, shows }),
  }
}

/** The places of those that fit the text, in its order; where several begin together, the longest first. */
function longestFirst({ starts, lengths }: PackedHighlights, doc: Text, until: number): number[] {
  const order: number[] = []
  for (let at = 0; at < starts.length && (starts[at] as number) < until; ) {
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

/** For very many: all line ends are read once, and the next is looked for from the last on, because most lie near it. */
function reachInAll(doc: Text): (to: number) => number {
  const ends = new Int32Array(doc.lines)
  let count = 0
  let end = -1
  for (const line of doc.iterLines()) {
    end += line.length + 1
    ends[count++] = end
  }
  let near = 0
  return laneReach((pos) => {
    let low = near
    let high = near
    for (let step = 1; high < count - 1 && (ends[high] as number) < pos; step *= 2) {
      low = high + 1
      high = Math.min(count - 1, high + step)
    }
    for (let step = 1; low > 0 && (ends[low - 1] as number) >= pos; step *= 2) {
      high = low - 1
      low = Math.max(0, low - step)
    }
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < pos) low = middle + 1
      else high = middle
    }
    near = low
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
  const ids = new Set(before.ids ?? idsIn(before.set))
  const known = [...leaving].filter((id) => ids.has(id))
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
  return { ...before, near: null, set, ids }
}

export const rowOf = ({ id, quirkId, author, timestamp }: HighlightValue, from: number, to: number): HighlightRow => ({
  id,
  quirkId,
  start: from,
  length: to - from,
  author,
  timestamp,
})

function* idsIn(set: RangeSet<HighlightValue>): Iterable<number> {
  for (const cursor = set.iter(); cursor.value; cursor.next()) yield cursor.value.id
}

function between(set: RangeSet<HighlightValue>, from: number, to: number): PlacedHighlight[] {
  const found: PlacedHighlight[] = []
  set.between(from, to, (a, b, value) => {
    found.push({ id: value.id, from: a, to: b, value })
  })
  return found
}

const inOrder = (a: LaneSpan, b: LaneSpan): number => a.from - b.from || b.to - a.to || a.id - b.id

function setAsFarAs(state: EditorState, to: number): RangeSet<HighlightValue> {
  const highlights = state.field(highlightState)
  return highlights.near && to < highlights.near.until ? highlights.near.set : highlights.set
}

/** All that share a unit with [from, to), those too that the filter leaves out. */
export const everyHighlightIn = (state: EditorState, from: number, to: number): PlacedHighlight[] =>
  between(setAsFarAs(state, to), from, to)
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
  const found = from === to ? between(setAsFarAs(state, to), from, to).filter(isShown) : highlightsIn(state, from, to)
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
