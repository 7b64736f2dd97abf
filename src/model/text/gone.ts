/**
 * Answers: which words a step deletes, and which of them another brings back, whatever has been edited between.
 * Promises: a unit keeps its name and its number under it while the step that deletes it is moved over others; what others have deleted as well is
 * in it no more. A name belongs to words, not to one deletion of them: whoever brings them back and takes them away again does so under it.
 */
import { ChangeSet } from '@codemirror/state'
import { type Changes, deletedRanges, insertedRanges, mapPos, mapUnit, readChanges, writeChanges } from './changes.ts'
import { type Range, without } from './marks.ts'
import type { Span } from './span.ts'
import type { Also, Among, Back, EditStep, Gone, TextStep } from './step.ts'

/** By chance: pages give names too, which know of no others. */
const newName = (): number => 2 ** 52 + Math.floor(Math.random() * 2 ** 52)

/** The step with a name for what it deletes, where it has none. */
export function withName(step: EditStep): EditStep {
  if (step.type !== 'text' || step.gone) return step
  const length = deletedRanges(readChanges(step.changes)).reduce((sum, { from, to }) => sum + to - from, 0)
  return length === 0 ? step : { ...step, gone: [{ name: newName(), from: 0, length }] }
}

/** The names of what a step puts in, for whoever takes it away again: words that it brings back keep theirs. */
export function namedAgain(changes: Changes, back: readonly Back[]): Gone[] {
  const sorted = back.toSorted((a, b) => a.at - b.at)
  const name = newName()
  return insertedRanges(changes).flatMap(({ from, to }) => {
    const known = sorted.filter(({ at }) => from <= at && at < to)
    const fresh = without(
      { from, to },
      known.map(({ at, length }) => ({ from: at, to: at + length })),
    )
    const unknown = fresh.map((part) => ({ name, from: part.from, length: part.to - part.from, at: part.from }))
    return [...known, ...unknown].toSorted((a, b) => a.at - b.at).map(({ at: _, ...words }) => words)
  })
}

/** Steps are never changed, and one meets many highlights: it is read once. */
const read = new WeakMap<TextStep, Back[]>()

/** What the inverse of a step brings back. */
export function backOf(step: TextStep): Back[] {
  const known = read.get(step)
  if (known) return known
  const words = deletedWords(readChanges(step.changes), step.gone ?? [])
  read.set(step, words)
  return words
}

/** What a step deletes of a stretch of the text before it; of an empty one, before which unit it was. */
export function deletedOf(step: TextStep, { start, length }: Span): Gone[] {
  const words = backOf(step)
  const found: Gone[] = []
  for (let n = firstReaching(words, start + 1); n < words.length; n += 1) {
    const { name, from, at, ...it } = words[n] as Back
    const [first, end] = [Math.max(at, start), Math.min(at + it.length, start + length)]
    if (length === 0 ? at > start : first >= end) break
    found.push({ name, from: from + first - at, length: end - first })
  }
  return found
}

/** Where what a step deletes lies in the text before it, in order. */
function deletedWords(changes: Changes, gone: readonly Gone[]): Back[] {
  const words: Back[] = []
  let n = 0
  let done = 0
  for (const { from, to } of deletedRanges(changes))
    for (let at = from; at < to; ) {
      const run = gone[n]
      if (!run) return words
      const length = Math.min(run.length - done, to - at)
      if (length > 0) words.push({ name: run.name, from: run.from + done, length, at })
      at += length
      done += length
      if (done < run.length) continue
      n += 1
      done = 0
    }
  return words
}

/** The first of what lies in order, and apart, that does not end before `at`. */
export function firstReaching(words: readonly Pick<Back, 'at' | 'length'>[], at: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(words[middle]) >= at) high = middle
    else low = middle + 1
  }
  return low
}

/** What is left to be deleted of it where others have deleted these stretches. */
export function goneAfter(changes: Changes, gone: readonly Gone[], over: Changes): Gone[] {
  const holes = deletedRanges(over)
  return deletedWords(changes, gone).flatMap(({ name, from, length, at }) =>
    without({ from: at, to: at + length }, holes).map((part) => ({
      name,
      from: from + part.from - at,
      length: part.to - part.from,
    })),
  )
}

/** What of the deleted words of a step others have deleted before it, under their names. */
export function alsoGone(step: TextStep, over: TextStep): Also[] {
  const theirs = backOf(over)
  if (theirs.length === 0) return []
  const words = step.gone ? backOf(step) : deletedRanges(readChanges(step.changes)).map(unnamed)
  const also: Also[] = []
  let first = 0
  for (const mine of words) {
    while (first < theirs.length && endOf(theirs[first]) <= mine.at) first += 1
    for (let n = first; n < theirs.length; n += 1) {
      const other = theirs[n] as Back
      if (other.at >= endOf(mine)) break
      also.push(...common(mine, other))
    }
  }
  return also
}

const endOf = (words: Pick<Back, 'at' | 'length'> | undefined) => (words ? words.at + words.length : 0)

const unnamed = ({ from, to }: Range) => ({ at: from, length: to - from })

/** `at` counts in one text for both. */
function common(mine: Pick<Back, 'at' | 'length'> & Partial<Back>, theirs: Back): Also[] {
  const at = Math.max(mine.at, theirs.at)
  const length = Math.min(mine.at + mine.length, theirs.at + theirs.length) - at
  if (length <= 0) return []
  const { name, from = 0 } = mine
  const own = name !== undefined && { own: { name, from: from + at - mine.at } }
  return [{ name: theirs.name, from: theirs.from + at - theirs.at, length, ...own }]
}

interface Met {
  /** In the text after the step that brings back. */
  at: number
  length: number
  own?: Pick<Gone, 'name' | 'from'>
}

/** Where words come back that are to stay deleted. */
export function stillGone(back: readonly Back[] = [], also: readonly Also[] = []): Met[] {
  if (back.length === 0 || also.length === 0) return []
  const byName = Map.groupBy(also, ({ name }) => name)
  return back
    .flatMap((words) =>
      (byName.get(words.name) ?? []).flatMap((it): Met[] => {
        const from = Math.max(words.from, it.from)
        const length = Math.min(words.from + words.length, it.from + it.length) - from
        if (length <= 0) return []
        const own = it.own && { own: { name: it.own.name, from: it.own.from + from - it.from } }
        return [{ at: words.at + from - words.from, length, ...own }]
      }),
    )
    .toSorted((a, b) => a.at - b.at)
}

/** Without what comes back, and is deleted then. */
export const stillAlso = (also: readonly Also[] = [], back: readonly Back[] = []): Also[] =>
  back.length === 0
    ? [...also]
    : also.flatMap(({ own, ...it }) => {
        const holes = back
          .filter(({ name }) => name === it.name)
          .map(({ from, length }) => ({ from, to: from + length }))
        const sorted = holes.toSorted((a, b) => a.from - b.from)
        return without({ from: it.from, to: it.from + it.length }, sorted).map(({ from, to }) => ({
          ...{ name: it.name, from, length: to - from },
          ...(own && { own: { name: own.name, from: own.from + from - it.from } }),
        }))
      })

/** A step that is to be done deletes what is there. */
export function withoutAlso(step: EditStep): EditStep | null {
  if (step.type !== 'text' || !step.also) return step
  const { also: _, ...rest } = step
  return readChanges(rest.changes).list.length > 0 || rest.gives?.length ? rest : null
}

/** Each insertion, in the text after the step, cut where something is said of what it stands among. */
export function fragmentsOf({ changes, among = [] }: TextStep): Range[] {
  const starts = new Set(among.map(({ at }) => at))
  return insertedRanges(readChanges(changes)).flatMap((inserted) => {
    const cuts = [...starts].filter((at) => inserted.from < at && at < inserted.to).toSorted((a, b) => a - b)
    const ends = [...cuts, inserted.to]
    return ends.map((to, n) => ({ from: ends[n - 1] ?? inserted.from, to }))
  })
}

/** The same of what is left of each insertion, where `partsOf` says where that lies. */
export function amongAfter(step: TextStep, partsOf: (range: Range) => readonly Range[]): Among[] {
  const among = Map.groupBy(step.among ?? [], ({ at }) => at)
  return fragmentsOf(step).flatMap((fragment) =>
    partsOf(fragment).flatMap(({ from }) => (among.get(fragment.from) ?? []).map((it) => ({ ...it, at: from }))),
  )
}

/** What is not inserted, of what the step brings back. */
export function withoutGone(step: TextStep, met: readonly Met[]): TextStep {
  const { newLength } = readChanges(step.changes)
  const holes = deleting(newLength, met)
  const changes = ChangeSet.fromJSON(step.changes).compose(ChangeSet.fromJSON(holes)).toJSON()
  const among = amongGone(step, met, readChanges(holes))
  return { ...step, changes, ...placesAfter(step, readChanges(holes)), ...(among.length > 0 && { among }) }
}

/** What is left of each insertion stands on its side of what is not inserted any more, as those name it who have deleted that too. */
function amongGone(step: TextStep, met: readonly Met[], holes: Changes): Among[] {
  const among = Map.groupBy(step.among ?? [], ({ at }) => at)
  const inserted = insertedRanges(readChanges(step.changes))
  return fragmentsOf(step).flatMap((fragment) => {
    const all = inserted.find(({ from, to }) => from <= fragment.from && fragment.from < to) as Range
    const beside = met.filter(({ at }) => all.from <= at && at < all.to)
    const stretches = beside.map(({ at, length }) => ({ from: at, to: at + length }))
    return without(fragment, stretches).flatMap((part) => {
      const sides = new Map<number, number>()
      // Of each name the nearest on the right, or else on the left, tells the most.
      for (const { at, length, own } of beside) if (own && at < part.from) sides.set(own.name, own.from + length)
      for (const { at, own } of beside.toReversed()) if (own && at >= part.to) sides.set(own.name, own.from)
      const at = mapPos(holes, part.from, 1)
      return [
        ...Array.from(sides, ([name, index]) => ({ name, index, at })),
        ...(among.get(fragment.from) ?? []).flatMap((it) => (sides.has(it.name) ? [] : [{ ...it, at }])),
      ]
    })
  })
}

/** The step deletes these words too, which are in the text that it starts from and which it leaves alone. */
export function deletingToo(step: TextStep, met: readonly Met[]): TextStep {
  const read = readChanges(step.changes)
  const more = met.map(({ at, length }) => ({ fromA: at, toA: at + length, insert: '' }))
  const list = [...read.list, ...more].toSorted((a, b) => a.fromA - b.fromA || a.toA - b.toA)
  const moved = met.map(({ at, length }) => ({ at: mapPos(read, at, 1), length }))
  const named = met.flatMap(({ own, at, length }) => (own ? [{ ...own, at, length }] : []))
  const gone = [...backOf(step), ...named].toSorted((a, b) => a.at - b.at).map(({ at: _, ...words }) => words)
  return {
    ...step,
    changes: writeChanges(read.length, list),
    ...placesAfter(step, readChanges(deleting(read.newLength, moved))),
    ...(named.length === met.length && { gone }),
  }
}

const deleting = (length: number, met: readonly Pick<Met, 'at' | 'length'>[]): unknown =>
  writeChanges(
    length,
    met.map(({ at, length }) => ({ fromA: at, toA: at + length, insert: '' })),
  )

/** Where what a step says of the text after it lies when these stretches of that are deleted. */
function placesAfter(step: TextStep, holes: Changes): Pick<TextStep, 'format' | 'gives' | 'back' | 'among'> {
  const { format, gives, back } = step
  const range = <T extends Range>(part: T): T[] => {
    const [from, to] = [mapPos(holes, part.from, 1), mapPos(holes, part.to, -1)]
    return from < to ? [{ ...part, from, to }] : []
  }
  const unit = <T extends { at: number }>(it: T, shift: number): T[] => {
    const at = mapUnit(holes, it.at + shift)
    return at === null ? [] : [{ ...it, at: at - shift }]
  }
  return {
    format: {
      marks: format.marks.flatMap(range),
      kinds: format.kinds.flatMap((kind) => unit(kind, -1)),
      images: format.images.flatMap((image) => unit(image, 0)),
    },
    ...(gives && { gives: gives.flatMap(range) }),
    ...(back && { back: back.flatMap((words) => leftOf(words, holes)) }),
    ...(step.among && { among: amongAfter(step, range) }),
  }
}

const leftOf = ({ name, from, length, at }: Back, holes: Changes): Back[] =>
  without({ from: at, to: at + length }, deletedRanges(holes)).map((part) => ({
    name,
    from: from + part.from - at,
    length: part.to - part.from,
    at: mapPos(holes, part.from, 1),
  }))
