/** Finding within the open text: the hits of the whole text, drawn where they are in view. */
import { type Range, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { Span } from '../../../model/text/span.ts'
import { findHits, hitFrom } from './findHits.ts'

export interface Found {
  sought: string
  hits: readonly Span[]
  /** The index of the hit that is shown; -1 for none. */
  at: number
}

const none: Found = { sought: '', hits: [], at: -1 }
const setFound = StateEffect.define<Found>()

export const findState = StateField.define<Found>({
  create: () => none,
  update(value, tr) {
    const set = tr.effects.find((effect) => effect.is(setFound))
    if (set) return set.value
    if (!tr.docChanged || value.sought === '') return value
    const hits = findHits(plain(tr.state.doc), value.sought)
    return { ...value, hits, at: hitFrom(hits, tr.changes.mapPos(value.hits[value.at]?.start ?? 0)) }
  },
})

const texts = new WeakMap<Text, string>()
function plain(doc: Text): string {
  const known = texts.get(doc)
  if (known !== undefined) return known
  const text = doc.toString()
  texts.set(doc, text)
  return text
}

/** Looks for other words; shows the first hit from the caret on. */
export function find(view: EditorView, sought: string): void {
  const hits = findHits(plain(view.state.doc), sought)
  show(view, { sought, hits, at: hitFrom(hits, view.state.selection.main.from) })
}

export function findNext(view: EditorView, by: 1 | -1): void {
  const { sought, hits, at } = view.state.field(findState)
  if (hits.length > 0) show(view, { sought, hits, at: (at + by + hits.length) % hits.length })
}

/** Forgets the search; the hit that was shown stays selected, to be highlighted. */
export function endFind(view: EditorView): void {
  view.dispatch({ effects: setFound.of(none) })
}

/** The hit that is shown is no longer selected: what is coded next is to be chosen. Other selected words stay. */
export function letGo(view: EditorView): void {
  const { sought, hits, at } = view.state.field(findState)
  const { from, to } = view.state.selection.main
  const shown = hits[at]
  if (sought !== '' && from === shown?.start && to === from + shown.length)
    view.dispatch({ selection: { anchor: from } })
}

function show(view: EditorView, found: Found): void {
  const hit = found.hits[found.at]
  const place = hit ? { selection: { anchor: hit.start, head: hit.start + hit.length } } : {}
  const scroll = hit ? [EditorView.scrollIntoView(hit.start, { y: 'nearest', yMargin: 80 })] : []
  view.dispatch({ ...place, effects: [setFound.of(found), ...scroll], userEvent: 'select.search' })
}

const hitMark = Decoration.mark({ class: 'text-hit' })
const shownMark = Decoration.mark({ class: 'text-hit text-hit-shown' })

function paint(view: EditorView): DecorationSet {
  const { hits, at } = view.state.field(findState)
  const marks: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    // The one before may reach into what is seen.
    for (let index = Math.max(0, hitFrom(hits, from) - 1); index < hits.length; index++) {
      const { start, length } = hits[index] as Span
      if (start >= to) break
      if (start + length > from) marks.push((index === at ? shownMark : hitMark).range(start, start + length))
    }
  }
  return Decoration.set(marks, true)
}

class FindPaint {
  decorations: DecorationSet
  constructor(view: EditorView) {
    this.decorations = paint(view)
  }
  update(update: ViewUpdate): void {
    const changed = update.startState.field(findState) !== update.state.field(findState)
    if (changed || update.docChanged || update.viewportChanged) this.decorations = paint(update.view)
  }
}

export const findPaint = ViewPlugin.fromClass(FindPaint, { decorations: (plugin) => plugin.decorations })
