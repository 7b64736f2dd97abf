/**
 * Answers: how a step, a span or a point that was meant for a document reads after another step on that document.
 * Promises: for text, applying a then mapStep(b, a, false) gives what applying b then mapStep(a, b, true) gives. Steps
 * are mapped one after the other: an insert at an edge composed with a delete beside it would move a highlight.
 */
import { arrange, madeRoom, movedInto, newAmong, starOf } from './among.ts'
import { mapLine } from './applyStep.ts'
import { type Changes, insertedRanges, mapChanges, mapPos, mapUnit, readChanges } from './changes.ts'
import { alsoGone, amongAfter, deletingToo, goneAfter, stillAlso, stillGone, withoutGone } from './gone.ts'
import { firstAt } from './kinds.ts'
import { clip, covers, type Range } from './marks.ts'
import type { Span } from './span.ts'
import type { Back, EditStep, Fragment, Gives, TextStep } from './step.ts'

/**
 * `step` and `over` start from one document; gives `step` as it reads after `over`, or null when nothing of it is left.
 * `before`: at a tie the insertions of `step` come first. Its `gives` come along.
 */
export function mapStep(step: EditStep, over: EditStep, before: boolean): EditStep | null {
  if (over.type !== 'text') return step
  const changes = readChanges(over.changes)
  switch (step.type) {
    case 'text':
      return mapText(step, over, before)
    case 'mark': {
      const part = mapRange(changes, step)
      return part && { ...step, ...part }
    }
    case 'kind': {
      const at = mapLine(changes, step.at)
      return at === null ? null : { ...step, at }
    }
    case 'image': {
      const at = mapUnit(changes, step.at)
      return at === null ? null : { ...step, at }
    }
  }
}

/** Text inserted at an edge stays outside; null when nothing of the span is left. */
export function mapSpan({ start, length }: Span, step: EditStep): Span | null {
  if (step.type !== 'text') return { start, length }
  const part = mapRange(readChanges(step.changes), { from: start, to: start + length })
  return part && { start: part.from, length: part.to - part.from }
}

/** Text inserted at the point lies before it. */
export function mapPoint(pos: number, step: EditStep): number {
  return step.type === 'text' ? mapPos(readChanges(step.changes), pos, 1) : pos
}

function mapRange(changes: Changes, part: Range): Range | null {
  const from = mapPos(changes, part.from, 1)
  const to = mapPos(changes, part.to, -1)
  return from < to ? { from, to } : null
}

function mapText(given: TextStep, over: TextStep, before: boolean): TextStep | null {
  // What stays deleted, and what is there already.
  const kept = stillGone(given.back, [...(over.also ?? []), ...(over.back ?? [])])
  const step = kept.length > 0 ? withoutGone(given, kept) : given
  const own = readChanges(step.changes)
  const changes = mapChanges(step.changes, over.changes, before)
  const read = readChanges(changes)
  const gone = step.gone && goneAfter(own, step.gone, readChanges(over.changes))
  const gives = mapGives(step, over, before)
  const met = stillGone(over.back, step.also)
  const also = [...stillAlso(step.also, over.back), ...alsoGone(step, over)]
  if (read.list.length === 0 && !gives?.length && met.length === 0 && also.length === 0) return null
  const back = step.back && mapPlaces(step.back, own, read)
  const among = mapPlaces([...(step.among ?? []), ...newAmong(step, over)], own, read)
  const mapped: TextStep = {
    ...{ type: 'text', changes, format: mapFormat(step.format, own, read) },
    ...(gives && { gives }),
    ...(gone && gone.length > 0 && { gone }),
    ...(back && { back }),
    ...(among.length > 0 && { among }),
    ...(also.length > 0 && { also }),
  }
  const placed = besideWords(mapped, step, over, before)
  return met.length > 0 ? deletingToo(placed, met) : placed
}

/** The mapped step with what it puts in, or brings back, on the side of the other's where it belongs. */
function besideWords(mapped: TextStep, step: TextStep, over: TextStep, before: boolean): TextStep {
  if (!(step.among && (over.back || over.among)) && !(step.back && over.among)) return mapped
  const [own, theirs, read] = [readChanges(step.changes), readChanges(over.changes), readChanges(mapped.changes)]
  const rest = readChanges(mapChanges(over.changes, step.changes, !before))
  const ours = (parts: readonly Range[]) => placed(parts, own, read)
  const others = (parts: readonly Range[]) => placed(parts, theirs, rest)
  const intoTheirs = () => {
    const arranged = arrange(step, ours, over, others)
    return arranged && { arranged, changes: movedInto(read, arranged) }
  }
  const roomInOurs = () => {
    const arranged = arrange(over, others, step, ours)
    return arranged && { arranged, changes: madeRoom(read, arranged) }
  }
  // Both steps ask in the same order.
  const found = before ? (intoTheirs() ?? roomInOurs()) : (roomInOurs() ?? intoTheirs())
  return found ? { ...mapped, changes: found.changes, ...starred(mapped, starOf(found.arranged)) } : mapped
}

/** Parts of the insertions of a step as they lie in the text after it and another. */
function placed(parts: readonly Range[], own: Changes, mapped: Changes): Range[] {
  const shift = shifts(insertedRanges(own), insertedRanges(mapped))
  return parts.map(({ from, to }) => ({ from: from + shift(from), to: to + shift(from) }))
}

function starred(
  step: TextStep,
  star: (range: Range) => Range[],
): Pick<TextStep, 'format' | 'gives' | 'back' | 'among'> {
  const { format, gives, back } = step
  const unit = (at: number) => star({ from: at, to: at + 1 })[0]?.from ?? at
  return {
    format: {
      marks: format.marks.flatMap(({ tag, ...range }) => star(range).map((part) => ({ tag, ...part }))),
      kinds: format.kinds.map((kind) => ({ ...kind, at: unit(kind.at - 1) + 1 })),
      images: format.images.map((image) => ({ ...image, at: unit(image.at) })),
    },
    ...(gives && {
      gives: gives.map((give) =>
        give.from < give.to ? { ...give, from: unit(give.from), to: unit(give.to - 1) + 1 } : give,
      ),
    }),
    ...(back && { back: back.flatMap((words) => partsOf(words, star)).toSorted((a, b) => a.at - b.at) }),
    ...(step.among && { among: amongAfter(step, star) }),
  }
}

/** The stretches to give back, which lie in the text after `step`, as they lie after `over` as well. */
function mapGives(step: TextStep, over: TextStep, before: boolean): Gives[] | undefined {
  if (!step.gives) return undefined
  const rest = readChanges(mapChanges(over.changes, step.changes, !before))
  return step.gives.flatMap((gives) => {
    const part = mapRange(rest, gives)
    return part ? [{ ...gives, ...part }] : []
  })
}

/**
 * Mapping keeps all inserted text, in its order and each insertion whole; only what is deleted may shrink. So formatting
 * moves with its place in the stream of inserted text.
 */
function mapFormat(format: Fragment, from: Changes, to: Changes): Fragment {
  const old = insertedRanges(from)
  const shift = shifts(old, insertedRanges(to))
  return {
    marks: format.marks.flatMap(({ tag, ...mark }) =>
      clip(mark, old).map((part) => ({ tag, from: part.from + shift(part.from), to: part.to + shift(part.from) })),
    ),
    kinds: format.kinds
      .filter(({ at }) => covers(old, at - 1))
      .map((kind) => ({ ...kind, at: kind.at + shift(kind.at - 1) })),
    images: format.images
      .filter(({ at }) => covers(old, at))
      .map((image) => ({ ...image, at: image.at + shift(image.at) })),
  }
}

function partsOf({ name, from, length, at }: Back, star: (range: Range) => Range[]): Back[] {
  let next = from
  return star({ from: at, to: at + length }).map((part) => {
    const words = { name, from: next, length: part.to - part.from, at: part.from }
    next += words.length
    return words
  })
}

function mapPlaces<T extends { at: number }>(places: readonly T[], from: Changes, to: Changes): T[] {
  if (places.length === 0) return []
  const shift = shifts(insertedRanges(from), insertedRanges(to))
  return places.map((it) => ({ ...it, at: it.at + shift(it.at) }))
}

/** By how much a unit of an old stretch moves to its new one. New stretches may hold several old ones. */
function shifts(old: readonly Range[], now: readonly Range[]): (pos: number) => number {
  const moves: { at: number; by: number }[] = []
  let index = 0
  let used = 0
  for (const { from, to } of old) {
    const target = now[index]
    if (!target) throw new Error('mapping lost inserted text')
    moves.push({ at: from, by: target.from + used - from })
    used += to - from
    if (used < target.to - target.from) continue
    index++
    used = 0
  }
  return (pos) => moves[firstAt(moves, pos + 1) - 1]?.by ?? 0
}
