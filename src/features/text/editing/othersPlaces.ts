/** What others have selected in the open text, and where their carets stand: on the words, whatever is written meanwhile. */
import { type ChangeDesc, type Range, StateEffect, StateField, type Transaction } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import type { EditStep } from '../../../model/text/edit.ts'
import { mapPoint, mapSpan } from '../../../model/text/edit.ts'
import { CaretWidget } from './caretWidget.ts'

export interface OtherPlace {
  who: number
  author: string
  /** Which of `personPalette`. */
  colour: number
  anchor: number
  head: number
  /** Another number after each move of theirs: their name shows again. */
  moves: number
}

export const setOthersPlaces = StateEffect.define<readonly Omit<OtherPlace, 'moves'>[]>()

/** Tells of others' places alone: nothing that a toolbar shows differs. */
export const isOfOthers = ({ effects, docChanged, selection }: Transaction): boolean =>
  effects.length > 0 && !docChanged && !selection && effects.every((effect) => effect.is(setOthersPlaces))

export const othersPlaces = StateField.define<readonly OtherPlace[]>({
  create: () => [],
  update(places, tr) {
    let next = places
    if (tr.docChanged && next.length > 0) next = next.map((place) => ({ ...place, ...along(place, tr.changes) }))
    for (const effect of tr.effects)
      if (effect.is(setOthersPlaces)) next = replaced(next, effect.value, tr.newDoc.length)
    return next
  },
  provide: (field) =>
    EditorView.decorations.from(field, (places) =>
      places.length === 0 ? Decoration.none : Decoration.set(places.flatMap(drawn), true),
    ),
})

/** Words stay words: what is written at their edges stays outside. A caret goes along with what is written at it. */
function along({ anchor, head }: OtherPlace, changes: ChangeDesc): { anchor: number; head: number } {
  if (anchor === head) {
    const at = changes.mapPos(head, 1)
    return { anchor: at, head: at }
  }
  const from = changes.mapPos(Math.min(anchor, head), 1)
  const to = Math.max(from, changes.mapPos(Math.max(anchor, head), -1))
  return anchor < head ? { anchor: from, head: to } : { anchor: to, head: from }
}

function replaced(
  before: readonly OtherPlace[],
  places: readonly Omit<OtherPlace, 'moves'>[],
  length: number,
): readonly OtherPlace[] {
  return places.map((place) => {
    const known = before.find(({ who }) => who === place.who)
    const anchor = Math.min(place.anchor, length)
    const head = Math.min(place.head, length)
    const isMoved = known?.anchor !== anchor || known.head !== head
    return { ...place, anchor, head, moves: (known?.moves ?? 0) + (isMoved ? 1 : 0) }
  })
}

const marks = new Map<number, Decoration>()
function markOf(colour: number): Decoration {
  const mark =
    marks.get(colour) ?? Decoration.mark({ class: 'text-other', attributes: { 'data-person': String(colour) } })
  marks.set(colour, mark)
  return mark
}

function drawn({ author, colour, anchor, head, moves }: OtherPlace): Range<Decoration>[] {
  const widget = new CaretWidget(author, colour, moves)
  // Within the words that are marked, at their end as at their beginning.
  const caret = Decoration.widget({ widget, side: head < anchor ? 1 : -1 }).range(head)
  return anchor === head ? [caret] : [markOf(colour).range(Math.min(anchor, head), Math.max(anchor, head)), caret]
}

/** A place in the worker's text as it lies over steps that the worker does not have yet. */
export function overLocalSteps<P extends { anchor: number; head: number }>(place: P, local: readonly EditStep[]): P {
  let { anchor, head } = place
  for (const step of local) {
    const start = Math.min(anchor, head)
    const span = anchor === head ? null : mapSpan({ start, length: Math.abs(anchor - head) }, step)
    const at = span ? null : mapPoint(head, step)
    const from = span?.start ?? at ?? 0
    const to = from + (span?.length ?? 0)
    ;[anchor, head] = anchor < head ? [from, to] : [to, from]
  }
  return { ...place, anchor, head }
}
