/**
 * The text as a view holds it: CodeMirror's rope with its formatting in range sets, so that a keystroke costs the same in
 * a text of any length. A step does here exactly what the model's `applyStep` does to a RichText (shownText.fuzz.test.ts).
 */
import { ChangeSet, MapMode, type Range, RangeSet, RangeValue, Text } from '@codemirror/state'
import { backOf, type EditStep, type Fragment } from '../../../model/text/edit.ts'
import type { LineKind, Mark, MarkTag, RichText } from '../../../model/text/richText.ts'

export const TAGS: readonly MarkTag[] = ['b', 'em', 'i', 'u', 'mark']

export class MarkValue extends RangeValue {
  readonly tag: MarkTag
  override startSide = 1
  override endSide = -1
  constructor(tag: MarkTag) {
    super()
    this.tag = tag
  }
  override eq(other: MarkValue): boolean {
    return this.tag === other.tag
  }
}

/** At the start of its line; it stands and falls with the line break before it. */
export class KindValue extends RangeValue {
  readonly kind: LineKind['kind']
  readonly depth: number
  override startSide = -1
  override endSide = -1
  override mapMode = MapMode.TrackBefore
  constructor(kind: LineKind['kind'], depth: number) {
    super()
    this.kind = kind
    this.depth = depth
  }
  override eq(other: KindValue): boolean {
    return this.kind === other.kind && this.depth === other.depth
  }
}

/** On its U+FFFC. */
export class ImageValue extends RangeValue {
  readonly src: string
  readonly alt: string
  override startSide = 1
  override endSide = -1
  constructor(src: string, alt: string) {
    super()
    this.src = src
    this.alt = alt
  }
  override eq(other: ImageValue): boolean {
    return this.src === other.src && this.alt === other.alt
  }
}

export interface Formatting {
  marks: RangeSet<MarkValue>
  kinds: RangeSet<KindValue>
  images: RangeSet<ImageValue>
}

export interface ShownText extends Formatting {
  doc: Text
}

interface Stretch {
  from: number
  to: number
}

const markValues = Object.fromEntries(TAGS.map((tag) => [tag, new MarkValue(tag)])) as Record<MarkTag, MarkValue>

export function fromRich(rich: RichText): ShownText {
  return {
    doc: Text.of(rich.text.split('\n')),
    marks: RangeSet.of(
      rich.marks.map(({ tag, from, to }) => markValues[tag].range(from, to)),
      true,
    ),
    kinds: RangeSet.of(rich.kinds.map(({ at, kind, depth }) => new KindValue(kind, depth).range(at))),
    images: RangeSet.of(rich.images.map(({ at, src, alt }) => new ImageValue(src, alt).range(at, at + 1))),
  }
}

/** Normalised, as the model promises of every RichText. */
export function toRich({ doc, marks, kinds, images }: ShownText): RichText {
  return {
    text: doc.toString(),
    marks: mergedMarks(all(marks).map(({ from, to, value }) => ({ tag: value.tag, from, to }))),
    kinds: all(kinds).map(({ from, value }) => ({ at: from, kind: value.kind, depth: value.depth })),
    images: all(images).map(({ from, value }) => ({ at: from, src: value.src, alt: value.alt })),
  }
}

function all<T extends RangeValue>(set: RangeSet<T>, from = 0, to = Number.MAX_SAFE_INTEGER): Range<T>[] {
  const found: Range<T>[] = []
  set.between(from, Math.min(to, 2 ** 30), (a, b, value) => {
    found.push(value.range(a, b) as Range<T>)
  })
  // `between` promises no order.
  return found.sort((a, b) => a.from - b.from)
}

function mergedMarks(marks: Mark[]): Mark[] {
  const open = new Map<MarkTag, Mark>()
  const merged: Mark[] = []
  for (const mark of marks.sort((a, b) => a.from - b.from || TAGS.indexOf(a.tag) - TAGS.indexOf(b.tag))) {
    const before = open.get(mark.tag)
    if (before && mark.from <= before.to) {
      before.to = Math.max(before.to, mark.to)
      continue
    }
    open.set(mark.tag, mark)
    merged.push(mark)
  }
  return merged
}

/** A step done in the view, and what takes it back. */
export interface LocalStep {
  step: EditStep
  inverse: EditStep[]
}

/** Like stepText, but null for a step that does not fit: a moved one whose image or line is gone. */
export function tryStep(shown: ShownText, step: EditStep): ReturnType<typeof stepText> | null {
  try {
    return stepText(shown, step)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The text after a step, and the steps that take it back. Throws RangeError when the step does not fit. */
export function stepText(shown: ShownText, step: EditStep): { shown: ShownText; inverse: EditStep[] } {
  switch (step.type) {
    case 'text':
      return textStep(shown, step)
    case 'mark':
      return markStep(shown, step)
    case 'kind':
      return kindStep(shown, step)
    case 'image':
      return imageStep(shown, step)
  }
}

/** The text without these steps, which were done last. */
export const takenBack = (shown: ShownText, done: readonly LocalStep[]): ShownText =>
  done
    .toReversed()
    .flatMap(({ inverse }) => inverse)
    .reduce((text, step) => stepText(text, step).shown, shown)

function textStep(shown: ShownText, step: EditStep & { type: 'text' }): { shown: ShownText; inverse: EditStep[] } {
  const changes = ChangeSet.fromJSON(step.changes)
  if (changes.length !== shown.doc.length) throw new RangeError('the step expects a text of another length')
  const doc = changes.apply(shown.doc)
  const { deleted, inserted } = stretchesOf(changes)
  const inverse: EditStep = {
    type: 'text',
    changes: changes.invert(shown.doc).toJSON(),
    format: formattingOf(shown, deleted),
    ...(step.gone && { back: backOf(step) }),
  }
  const after = {
    doc,
    marks: shown.marks.map(changes),
    kinds: shown.kinds.map(changes),
    images: shown.images.map(changes),
  }
  for (const stretch of inserted) formatInserted(after, stretch, step.format)
  return { shown: after, inverse: [inverse] }
}

/** What changes delete, in the text before, and what they insert, in the text after. */
export function stretchesOf(changes: ChangeSet): { deleted: Stretch[]; inserted: Stretch[] } {
  const deleted: Stretch[] = []
  const inserted: Stretch[] = []
  changes.iterChanges((fromA, toA, fromB, toB) => {
    if (fromA < toA) deleted.push({ from: fromA, to: toA })
    if (fromB < toB) inserted.push({ from: fromB, to: toB })
  }, true)
  return { deleted, inserted }
}

/** An inserted stretch carries what `format` says and nothing else. */
function formatInserted(shown: ShownText, { from, to }: Stretch, format: Fragment): void {
  const wanted = format.marks.flatMap((mark) => {
    const part = { from: Math.max(from, mark.from), to: Math.min(to, mark.to) }
    return part.from < part.to ? linesOf(shown.doc, part).map((line) => ({ tag: mark.tag, ...line })) : []
  })
  for (const tag of TAGS) {
    const own = wanted.filter((mark) => mark.tag === tag)
    if (same(marksOn(shown.marks, tag, { from, to }), own)) continue
    shown.marks = setMark(shown.marks, tag, { from, to }, false)
    for (const part of own) shown.marks = setMark(shown.marks, tag, part, true)
  }
  shown.images = shown.images.update({ filterFrom: from, filterTo: to, filter: (a, b) => b <= from || a >= to })
  const image = format.images.filter(
    ({ at }) => at >= from && at < to && shown.doc.sliceString(at, at + 1) === '\ufffc',
  )
  if (image.length > 0) {
    const add = image.map(({ at, src, alt }) => new ImageValue(src, alt).range(at, at + 1))
    shown.images = shown.images.update({ add, sort: true })
  }
  const kinds = format.kinds.filter(({ at }) => at > from && at <= to && startsLine(shown.doc, at))
  if (kinds.length > 0) {
    const add = kinds.map(({ at, kind, depth }) => new KindValue(kind, depth).range(at))
    shown.kinds = shown.kinds.update({ add, sort: true })
  }
}

const startsLine = (doc: Text, at: number): boolean => at === 0 || doc.lineAt(at).from === at

const same = (a: readonly Stretch[], b: readonly Stretch[]): boolean =>
  a.length === b.length && a.every((it, index) => it.from === b[index]?.from && it.to === b[index]?.to)

/** The parts of the tag's marks that lie within the stretch; marks that touch count as one. */
export function marksOn(marks: RangeSet<MarkValue>, tag: MarkTag, { from, to }: Stretch): Stretch[] {
  const found: Stretch[] = []
  marks.between(from, to, (a, b, value) => {
    if (value.tag === tag && b > from && a < to) found.push({ from: Math.max(a, from), to: Math.min(b, to) })
  })
  const parts: Stretch[] = []
  for (const part of found.sort((a, b) => a.from - b.from)) {
    const last = parts.at(-1)
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to)
    else parts.push(part)
  }
  return parts
}

/** Sets or clears a tag on a stretch without line breaks; what touches it is merged. */
function setMark(marks: RangeSet<MarkValue>, tag: MarkTag, { from, to }: Stretch, on: boolean): RangeSet<MarkValue> {
  let start = from
  let end = to
  const rest: Stretch[] = []
  marks.between(from, to, (a, b, value) => {
    if (value.tag !== tag) return
    if (on) {
      start = Math.min(start, a)
      end = Math.max(end, b)
      return
    }
    if (a < from) rest.push({ from: a, to: Math.min(b, from) })
    if (b > to) rest.push({ from: Math.max(a, to), to: b })
  })
  const add = on ? [{ from: start, to: end }] : rest
  return marks.update({
    filterFrom: from,
    filterTo: to,
    filter: (_a, _b, value) => value.tag !== tag,
    add: add.map((part) => markValues[tag].range(part.from, part.to)),
    sort: true,
  })
}

/** The stretch, cut at every line break. */
export function linesOf(doc: Text, { from, to }: Stretch): Stretch[] {
  const parts: Stretch[] = []
  for (let at = from; at < to; ) {
    const end = Math.min(to, doc.lineAt(at).to)
    if (at < end) parts.push({ from: at, to: end })
    at = end + 1
  }
  return parts
}

/** The formatting on stretches of the text: marks, the kinds of the lines whose break they hold, images. */
export function formattingOf(shown: ShownText, stretches: readonly Stretch[]): Fragment {
  const format: Fragment = { marks: [], kinds: [], images: [] }
  for (const { from, to } of stretches) {
    for (const tag of TAGS)
      for (const part of marksOn(shown.marks, tag, { from, to })) format.marks.push({ tag, ...part })
    for (const { from: at, value } of all(shown.kinds, from + 1, to)) {
      format.kinds.push({ at, kind: value.kind, depth: value.depth })
    }
    for (const { from: at, value } of all(shown.images, from, to)) {
      if (at >= from && at < to) format.images.push({ at, src: value.src, alt: value.alt })
    }
  }
  return format
}

function markStep(shown: ShownText, step: EditStep & { type: 'mark' }): { shown: ShownText; inverse: EditStep[] } {
  const { tag, on } = step
  if (step.to > shown.doc.length) throw new RangeError('the mark lies outside of the text')
  let { marks } = shown
  const changed: Stretch[] = []
  for (const part of linesOf(shown.doc, step)) {
    const own = marksOn(marks, tag, part)
    changed.push(...(on ? gaps(part, own) : own))
    marks = setMark(marks, tag, part, on)
  }
  const inverse = acrossBreaks(shown.doc, changed).map((part): EditStep => ({ type: 'mark', tag, ...part, on: !on }))
  return { shown: changed.length > 0 ? { ...shown, marks } : shown, inverse }
}

/** The parts of a stretch between `parts` of it (ascending, apart). */
function gaps({ from, to }: Stretch, parts: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  let done = from
  for (const part of parts) {
    if (done < part.from) found.push({ from: done, to: part.from })
    done = part.to
  }
  if (done < to) found.push({ from: done, to })
  return found
}

/** Stretches with one line break between them as one, because a mark step passes over line breaks. */
function acrossBreaks(doc: Text, parts: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const { from, to } of parts) {
    const last = joined.at(-1)
    if (last && from === last.to + 1 && startsLine(doc, from)) last.to = to
    else joined.push({ from, to })
  }
  return joined
}

function kindStep(shown: ShownText, { at, kind, depth }: EditStep & { type: 'kind' }): ReturnType<typeof stepText> {
  if (at > shown.doc.length || !startsLine(shown.doc, at)) throw new RangeError(`no line starts at ${at}`)
  const before = kindAt(shown, at)
  if (before.kind === kind && before.depth === depth) return { shown, inverse: [] }
  const kinds = shown.kinds.update({
    filterFrom: at,
    filterTo: at,
    filter: () => false,
    add: kind === 'p' ? [] : [new KindValue(kind, depth).range(at)],
  })
  return { shown: { ...shown, kinds }, inverse: [{ type: 'kind', at, ...before }] }
}

/** The kind of the line that starts at `at`. */
export function kindAt({ kinds }: Formatting, at: number): { kind: 'p' | 'br' | 'li'; depth: number } {
  let found: { kind: 'p' | 'br' | 'li'; depth: number } = { kind: 'p', depth: 0 }
  kinds.between(at, at, (_from, _to, { kind, depth }) => {
    found = { kind, depth }
  })
  return found
}

function imageStep(shown: ShownText, { at, src, alt }: EditStep & { type: 'image' }): ReturnType<typeof stepText> {
  const before = all(shown.images, at, at + 1).find((image) => image.from === at)?.value
  if (!before) throw new RangeError(`no image at ${at}`)
  if (before.src === src && before.alt === alt) return { shown, inverse: [] }
  const images = shown.images.update({
    filterFrom: at,
    filterTo: at + 1,
    filter: (from) => from !== at,
    add: [new ImageValue(src, alt).range(at, at + 1)],
  })
  return { shown: { ...shown, images }, inverse: [{ type: 'image', at, src: before.src, alt: before.alt }] }
}

/**
 * The formatting of typed or pasted plain text: the marks of what it replaces, else of the unit before it (at the very
 * start, of the first unit), and for each line break the kind of the line that it continues. Coordinates after the changes.
 */
export function continued(shown: ShownText, changes: ChangeSet): Fragment {
  const format: Fragment = { marks: [], kinds: [], images: [] }
  changes.iterChanges((fromA, toA, fromB, toB, insert) => {
    if (fromB === toB) return
    const unit = toA > fromA ? fromA : Math.max(0, fromA - 1)
    for (const tag of TAGS) {
      if (marksOn(shown.marks, tag, { from: unit, to: unit + 1 }).length > 0)
        format.marks.push({ tag, from: fromB, to: toB })
    }
    const { kind, depth } = kindAt(shown, shown.doc.lineAt(fromA).from)
    if (insert.lines === 1 || kind === 'p') return
    for (let line = 2; line <= insert.lines; line++)
      format.kinds.push({ at: fromB + insert.line(line).from, kind, depth })
  }, true)
  return format
}
