/**
 * Answers: on which side of words that come back, or of what another has put in, does an insertion stand, where both come to one place?
 *
 * What is put in says between which of the deleted words it was (`among` of a step), as soon as it is moved over their deletion. Where they come
 * back they stand around it, and two insertions that both stood among them stand in the order of their places there. Promises: either of the two
 * steps, moved over the other, comes to the same text.
 */
import { type Changes, insertedRanges, type Replacement, readChanges, writeChanges } from './changes.ts'
import { backOf, firstReaching, fragmentsOf } from './gone.ts'
import { type Range, without } from './marks.ts'
import type { Among, Back, TextStep } from './step.ts'

/** Between which words each part of an insertion of `step` was that `over` deletes, where it is not known yet; places in the text after `step`. */
export function newAmong(step: TextStep, over: TextStep): Among[] {
  const words = backOf(over)
  if (words.length === 0) return []
  const { list } = readChanges(step.changes)
  const known = new Set(step.among?.map(({ name, at }) => `${name} ${at}`))
  let next = 0
  return fragmentsOf(step).flatMap((fragment) => {
    while ((list[next]?.toB ?? fragment.to) < fragment.to) next += 1
    const { fromA } = list[next] as Replacement
    const among: Among[] = []
    for (let n = firstReaching(words, fromA); n < words.length; n += 1) {
      const { name, from, at } = words[n] as Back
      if (at > fromA) break
      // What is known already was learned when more of these words were there.
      if (!known.has(`${name} ${fragment.from}`)) among.push({ name, index: from + fromA - at, at: fragment.from })
    }
    return among
  })
}

/** An insertion that is moved into another: where it begins there, in units of that. */
interface Cut {
  /** In the order of the step's insertions. */
  mover: number
  at: number
}

/** A stretch that comes back, in the text after both steps, and what is moved into it, in order. */
interface Group {
  host: number
  cuts: Cut[]
}

/** What a step says of a stretch that it puts in. */
type Known = Required<Pick<TextStep, 'back' | 'among'>>

interface Arranged {
  /** Of the movers, in the text after their own step. */
  places: readonly Range[]
  movers: readonly Range[]
  /** What comes back, in the text after its own step and in that after both. */
  stretches: readonly Range[]
  hosts: readonly Range[]
  groups: Group[]
}

/** `moversOf` and `hostsOf` say where parts of the insertions of the first step, and those of the second, lie in the text after both. */
export function arrange(
  first: TextStep,
  moversOf: (parts: readonly Range[]) => Range[],
  second: TextStep,
  hostsOf: (parts: readonly Range[]) => Range[],
): Arranged | null {
  if (!first.among?.length || !(second.back?.length || second.among?.length)) return null
  const places = fragmentsOf(first)
  const movers = moversOf(places)
  const { stretches, hosts } = together(insertedRanges(readChanges(second.changes)), hostsOf)
  const among = Map.groupBy(first.among, ({ at }) => at)
  const taken = new Set<number>()
  const groups = hosts.flatMap((host, n): Group[] => {
    const stretch = stretches[n] as Range
    const isIn = ({ at }: { at: number }) => stretch.from <= at && at < stretch.to
    const known = { back: second.back?.filter(isIn) ?? [], among: second.among?.filter(isIn) ?? [] }
    if (known.back.length + known.among.length === 0) return []
    const cutOf = (mover: number): Cut[] => {
      // It is between two that come back.
      if (taken.has(mover)) return []
      const cut = cutBy(among.get((places[mover] as Range).from) ?? [], known, stretch)
      return cut === null ? [] : [{ mover, at: cut }]
    }
    const most = host.to - host.from
    const left = beside(movers, host.from, 'to').map(cutOf)
    const right = beside(movers, host.to, 'from').map(cutOf)
    // What is to stand before all of it, or behind all of it, stands there; it may be in the midst of what comes back beside this.
    const cuts = [...untilAt(0, left).toReversed(), ...untilAt(most, right)]
    for (const { mover } of cuts) taken.add(mover)
    let last = 0
    const ordered = cuts.map(({ mover, at }) => {
      last = Math.min(most, Math.max(last, at))
      return { mover, at: last }
    })
    return ordered.length > 0 ? [{ host: n, cuts: ordered }] : []
  })
  return groups.length > 0 ? { places, movers, stretches, hosts, groups } : null
}

/** Insertions that touch in both texts are one, as they are in a step that was made of several. */
function together(
  inserted: readonly Range[],
  hostsOf: (parts: readonly Range[]) => Range[],
): Pick<Arranged, 'stretches' | 'hosts'> {
  const stretches: Range[] = []
  const hosts: Range[] = []
  for (const [n, host] of hostsOf(inserted).entries()) {
    const stretch = inserted[n] as Range
    const [lastStretch, lastHost] = [stretches.at(-1), hosts.at(-1)]
    if (lastStretch?.to === stretch.from && lastHost?.to === host.from) {
      lastStretch.to = stretch.to
      lastHost.to = host.to
    } else {
      stretches.push({ ...stretch })
      hosts.push({ ...host })
    }
  }
  return { stretches, hosts }
}

/** The insertions that lie side by side from `at` on, away from it. */
function beside(movers: readonly Range[], at: number, side: 'from' | 'to'): number[] {
  const found: number[] = []
  let edge = at
  for (;;) {
    const next = movers.findIndex((mover) => mover[side] === edge)
    if (next < 0) return found
    found.push(next)
    edge = (movers[next] as Range)[side === 'from' ? 'to' : 'from']
  }
}

function untilAt(edge: number, cuts: readonly Cut[][]): Cut[] {
  const end = cuts.findIndex(([cut]) => cut === undefined || cut.at === edge)
  return cuts.slice(0, end < 0 ? cuts.length : end).flat()
}

/**
 * Right behind the last that is known to stand before it, or else before the first that is known to stand behind it; null: nothing is known of
 * the two. What comes back says where it stood by itself, what is put in too by the words that both stood among.
 */
function cutBy(among: readonly Among[], known: Known, stretch: Range): number | null {
  const before: number[] = []
  const behind: number[] = []
  /** Where the last insertion stands that is before it. */
  let last = -1
  for (const { name, index } of among) {
    for (const words of known.back) {
      if (words.name !== name) continue
      const parted = Math.max(0, Math.min(words.length, index - words.from))
      if (parted > 0) before.push(words.at + parted)
      if (parted < words.length) behind.push(words.at + parted)
    }
    for (const other of known.among) {
      if (other.name !== name) continue
      if (other.index > index) behind.push(other.at)
      if (other.index < index) last = Math.max(last, other.at)
    }
  }
  // It ends where the next one begins.
  if (last >= 0) before.push(known.among.reduce((end, { at }) => (at > last ? Math.min(end, at) : end), stretch.to))
  if (before.length + behind.length === 0) return null
  return (before.length > 0 ? Math.max(...before) : Math.min(...behind)) - stretch.from
}

/** Where the units of the text after both lie once what is moved stands where it belongs. */
export function starOf({ movers, hosts, groups }: Arranged): (range: Range) => Range[] {
  const moves: (Range & { by: number })[] = []
  for (const { host, cuts } of groups) {
    const { from, to } = hosts[host] as Range
    const moved = cuts.map(({ mover, at }) => ({ ...(movers[mover] as Range), at }))
    let next = Math.min(from, ...moved.map((it) => it.from))
    let done = from
    const put = (part: Range) => {
      if (part.from < part.to) moves.push({ ...part, by: next - part.from })
      next += part.to - part.from
    }
    for (const { at, ...mover } of moved) {
      put({ from: done, to: from + at })
      done = from + at
      put(mover)
    }
    put({ from: done, to })
  }
  const sorted = moves.toSorted((a, b) => a.from - b.from)
  return (range) => {
    const parts: Range[] = []
    let { from } = range
    for (const move of sorted) {
      if (move.to <= from || move.from >= range.to) continue
      if (from < move.from) parts.push({ from, to: move.from })
      from = Math.max(from, move.from)
      const to = Math.min(range.to, move.to)
      parts.push({ from: from + move.by, to: to + move.by })
      from = to
    }
    if (from < range.to) parts.push({ from, to: range.to })
    return parts
  }
}

/** The changes of the moving step, in the text after the one that brings back. */
export function movedInto(changes: Changes, arranged: Arranged): unknown {
  const cuts = arranged.groups.flatMap((group) => group.cuts.map((cut) => ({ ...cut, host: group.host })))
  const moved = cuts.map(({ mover, at, host: n }) => ({
    ...(arranged.movers[mover] as Range),
    place: (arranged.stretches[n] as Range).from + at,
  }))
  return rewritten(changes, arranged, moved)
}

/** The changes of the step that brings back, in the text after the moving one. */
export function madeRoom(changes: Changes, arranged: Arranged): unknown {
  const { places } = arranged
  const moved = arranged.groups.flatMap(({ host, cuts }) => {
    const { from, to } = arranged.hosts[host] as Range
    const ends = [...cuts.map(({ at }) => from + at), to]
    return ends.map((end, n) => ({
      from: ends[n - 1] ?? from,
      to: end,
      place: n < cuts.length ? (places[(cuts[n] as Cut).mover] as Range).from : lastOf(cuts, places),
    }))
  })
  return rewritten(changes, arranged, moved)
}

const lastOf = (cuts: readonly Cut[], places: readonly Range[]): number =>
  (places[(cuts.at(-1) as Cut).mover] as Range).to

interface Part extends Pick<Replacement, 'fromA' | 'toA' | 'insert'> {
  /** Where it is in the text after all, or behind what is there. */
  order: number
}

/** `moved`: stretches of the text after the changes, which are put in at these places. */
function rewritten(changes: Changes, arranged: Arranged, moved: readonly (Range & { place: number })[]): unknown {
  const star = starOf(arranged)
  const orderOf = (at: number) => star({ from: at, to: at + 1 })[0]?.from ?? at
  const out = moved.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from)
  const list = changes.list.flatMap((it) => left(it, out, orderOf))
  for (const { from, to, place } of out)
    list.push({ fromA: place, toA: place, insert: textOf(changes, { from, to }), order: orderOf(from) })
  return writeChanges(
    changes.length,
    list.toSorted((a, b) => a.fromA - b.fromA || a.toA - b.toA || a.order - b.order),
  )
}

/** What a replacement still puts in where it stood. */
function left(it: Replacement, out: readonly Range[], orderOf: (at: number) => number): Part[] {
  const { fromA, toA, fromB, toB, insert } = it
  const holes = out.filter(({ from, to }) => from < toB && fromB < to)
  if (holes.length === 0) return [{ fromA, toA, insert, order: insert === '' ? 0 : orderOf(fromB) }]
  const parts = without({ from: fromB, to: toB }, holes).map(({ from, to }) => ({
    ...{ fromA, toA: fromA },
    insert: insert.slice(from - fromB, to - fromB),
    order: orderOf(from),
  }))
  return fromA < toA ? [...parts, { fromA, toA, insert: '', order: 0 }] : parts
}

function textOf({ list }: Changes, { from, to }: Range): string {
  const parts = list.filter(({ fromB, toB }) => fromB < to && from < toB)
  return parts.map(({ fromB, insert }) => insert.slice(Math.max(0, from - fromB), to - fromB)).join('')
}
