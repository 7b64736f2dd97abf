/**
 * Answers: what a step does to a document, and how to undo it.
 *
 * Promises: a step that fits leaves a normalised document; its inverse gives back the document before, deeply equal.
 * In a text step the units that stay keep their marks, and a mark never spreads over inserted text: that carries exactly
 * what `format` says. A line loses its kind with the break before it, an image goes with its U+FFFC.
 * Cost: the size of the document once, whatever the number of changes, marks and lines (times their logarithm).
 */
import { splitsPair } from './canonicalText.ts'
import {
  type Changes,
  deletedRanges,
  insertedRanges,
  mapPos,
  mapUnit,
  type Replacement,
  readChanges,
  writeChanges,
} from './changes.ts'
import { backOf, namedAgain } from './gone.ts'
import { OBJECT } from './image.ts'
import { firstAt, startsLine } from './kinds.ts'
import { clip, clipMarks, covers, normalMarks, type Range, subtract, without, withoutBreaks } from './marks.ts'
import type { Image, LineKind, Mark, RichText } from './richText.ts'
import {
  checkStep,
  type EditStep,
  type Fragment,
  type ImageStep,
  type KindStep,
  type MarkStep,
  need,
  type TextStep,
} from './step.ts'

/** A document after a step, and the steps that undo it, to be applied in their order. */
export interface Applied {
  rich: RichText
  inverse: EditStep[]
}

/** Throws RangeError when the step does not fit. The inverse carries no `gives`: the caller knows the highlights. */
export function applyStep(rich: RichText, step: EditStep): Applied {
  checkStep(rich.text.length, step)
  switch (step.type) {
    case 'text':
      return applyText(rich, step)
    case 'mark':
      return applyMark(rich, step)
    case 'kind':
      return applyKind(rich, step)
    case 'image':
      return applyImage(rich, step)
  }
}

function applyText(rich: RichText, step: TextStep): Applied {
  const changes = readChanges(step.changes)
  const whole = changes.list.every((it) => !splitsPair(rich.text, it.fromA) && !splitsPair(rich.text, it.toA))
  need(whole, 'a change splits a surrogate pair')
  const text = spliced(rich.text, changes.list)
  const fresh = formatOf(text, step.format, insertedRanges(changes))
  return {
    rich: {
      text,
      marks: normalMarks([...movedMarks(rich.marks, changes), ...fresh.marks]),
      kinds: joined(movedKinds(rich.kinds, changes), fresh.kinds),
      images: joined(movedImages(rich.images, changes), fresh.images),
    },
    inverse: [inverseText(rich, changes, step)],
  }
}

function spliced(text: string, list: readonly Replacement[]): string {
  const parts: string[] = []
  let done = 0
  for (const { fromA, toA, insert } of list) {
    parts.push(text.slice(done, fromA), insert)
    done = toA
  }
  parts.push(text.slice(done))
  return parts.join('')
}

function inverseText(rich: RichText, changes: Changes, step: TextStep): TextStep {
  const back = changes.list.map((it) => ({ fromA: it.fromB, toA: it.toB, insert: rich.text.slice(it.fromA, it.toA) }))
  return {
    type: 'text',
    changes: writeChanges(changes.newLength, back),
    format: formatOf(rich.text, rich, deletedRanges(changes)),
    ...(step.gone && { back: backOf(step) }),
    ...(step.back?.length && { gone: namedAgain(changes, step.back) }),
  }
}

/**
 * What of `format` lies on stretches (ascending, disjoint) of the text: marks on their units but line breaks, kinds of
 * the lines whose break they hold, images at their U+FFFC. Throws RangeError for a mark that splits a surrogate pair.
 */
export function formatOf(text: string, format: Fragment, ranges: readonly Range[]): Fragment {
  const clipped = clipMarks(format.marks, ranges)
  const marks = clipped.flatMap(({ tag, ...part }) => withoutBreaks(text, part).map((piece) => ({ tag, ...piece })))
  need(!marks.some(({ from, to }) => splitsPair(text, from) || splitsPair(text, to)), 'a mark splits a surrogate pair')
  return {
    marks: normalMarks(marks),
    kinds: once(format.kinds.filter(({ at }) => at > 0 && startsLine(text, at) && covers(ranges, at - 1))),
    images: once(format.images.filter(({ at }) => text[at] === OBJECT && covers(ranges, at))),
  }
}

function once<T extends { at: number }>(entries: readonly T[]): T[] {
  const sorted = entries.toSorted((a, b) => a.at - b.at)
  return sorted.filter((entry, index) => entry.at !== sorted[index - 1]?.at)
}

/** Two lists without a common position, as one list in order. */
function joined<T extends { at: number }>(kept: readonly T[], fresh: readonly T[]): T[] {
  return fresh.length === 0 ? [...kept] : [...kept, ...fresh].sort((a, b) => a.at - b.at)
}

function movedMarks(marks: readonly Mark[], changes: Changes): Mark[] {
  const moved = marks.map(({ tag, from, to }) => ({ tag, from: mapPos(changes, from, 1), to: mapPos(changes, to, -1) }))
  return subtract(
    moved.filter((mark) => mark.from < mark.to),
    insertedRanges(changes),
  )
}

function movedKinds(kinds: readonly LineKind[], changes: Changes): LineKind[] {
  return kinds.flatMap((kind) => {
    const at = mapLine(changes, kind.at)
    return at === null ? [] : [{ ...kind, at }]
  })
}

function movedImages(images: readonly Image[], changes: Changes): Image[] {
  return images.flatMap((image) => {
    const at = mapUnit(changes, image.at)
    return at === null ? [] : [{ ...image, at }]
  })
}

/** Where the line that starts at `at` starts after the changes, or null when they delete the break before it. */
export function mapLine(changes: Changes, at: number): number | null {
  if (at === 0) return 0
  const lineBreak = mapUnit(changes, at - 1)
  return lineBreak === null ? null : lineBreak + 1
}

function applyMark(rich: RichText, { tag, from, to, on }: MarkStep): Applied {
  need(!splitsPair(rich.text, from) && !splitsPair(rich.text, to), 'a mark splits a surrogate pair')
  const own = rich.marks.filter((mark) => mark.tag === tag)
  const parts = withoutBreaks(rich.text, { from, to })
  const changed = parts.flatMap((part) => (on ? without(part, own) : clip(part, own)))
  if (changed.length === 0) return { rich, inverse: [] }
  const marks = on
    ? [...rich.marks, ...changed.map((part) => ({ tag, ...part }))]
    : rich.marks.flatMap((mark) => (mark.tag === tag ? subtract([mark], [{ from, to }]) : [mark]))
  const inverse = acrossBreaks(rich.text, changed).map((part): EditStep => ({ type: 'mark', tag, ...part, on: !on }))
  return { rich: { ...rich, marks: normalMarks(marks) }, inverse }
}

/** Stretches with only line breaks between them as one, because a mark step passes over line breaks. */
export function acrossBreaks(text: string, parts: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const { from, to } of parts) {
    const last = result.at(-1)
    let gap = last?.to ?? from
    while (gap < from && text[gap] === '\n') gap++
    if (last && gap === from) last.to = to
    else result.push({ from, to })
  }
  return result
}

function applyKind(rich: RichText, { at, kind, depth }: KindStep): Applied {
  need(startsLine(rich.text, at), `no line starts at ${at}`)
  const index = firstAt(rich.kinds, at)
  const before = rich.kinds[index]?.at === at ? rich.kinds[index] : undefined
  if ((before?.kind ?? 'p') === kind && (before?.depth ?? 0) === depth) return { rich, inverse: [] }
  const kinds = rich.kinds.toSpliced(index, before ? 1 : 0, ...(kind === 'p' ? [] : [{ at, kind, depth }]))
  const inverse: EditStep = { type: 'kind', at, kind: before?.kind ?? 'p', depth: before?.depth ?? 0 }
  return { rich: { ...rich, kinds }, inverse: [inverse] }
}

function applyImage(rich: RichText, { at, src, alt }: ImageStep): Applied {
  const index = firstAt(rich.images, at)
  const before = rich.images[index]
  if (before?.at !== at) throw new RangeError(`no image at ${at}`)
  if (before.src === src && before.alt === alt) return { rich, inverse: [] }
  return {
    rich: { ...rich, images: rich.images.with(index, { at, src, alt }) },
    inverse: [{ type: 'image', at, src: before.src, alt: before.alt }],
  }
}
