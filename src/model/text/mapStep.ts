/**
 * Answers: how a step, a span or a point that was meant for a document reads after another step on that document.
 * Promises: for text, applying a then mapStep(b, a, false) gives what applying b then mapStep(a, b, true) gives. Steps
 * are mapped one after the other: an insert at an edge composed with a delete beside it would move a highlight.
 */
import { mapLine } from './applyStep.ts'
import { type Changes, insertedRanges, mapChanges, mapPos, mapUnit, readChanges } from './changes.ts'
import { firstAt } from './kinds.ts'
import { clip, covers, type Range } from './marks.ts'
import type { Span } from './span.ts'
import type { EditStep, Fragment, Gives, TextStep } from './step.ts'

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

function mapText(step: TextStep, over: TextStep, before: boolean): TextStep | null {
  const changes = mapChanges(step.changes, over.changes, before)
  const gives = mapGives(step, over, before)
  const read = readChanges(changes)
  if (read.list.length === 0 && !gives?.length) return null
  const format = mapFormat(step.format, readChanges(step.changes), read)
  return { type: 'text', changes, format, ...(gives && { gives }) }
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
