/** Tints and underlines the highlighted words that are in view: a light tint and at most two lines, the column shows the rest. */
import { Prec, type Range } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { flatten } from './flatten.ts'
import { highlightState, highlightsIn, type PlacedHighlight, quirkState, spotlightState } from './highlightState.ts'

const made = new Map<string, Decoration>()

/** By colours and state: a text has few of them, and CodeMirror keeps the spans of equal decorations. */
function decoration(colours: readonly string[], state: string): Decoration {
  const key = `${colours.join()} ${state}`
  const known = made.get(key)
  if (known) return known
  const [first = '', second = first] = colours
  const depth = Math.min(3, colours.length)
  const fresh = Decoration.mark({
    attributes: { class: `text-hl text-hl-${depth}${state}`, style: `--hl-1: ${first}; --hl-2: ${second}` },
  })
  if (made.size > 5000) made.clear()
  made.set(key, fresh)
  return fresh
}

/** The colour of what steps back; the words themselves stay as they are. */
const stepped = (colour: string): string => `color-mix(in srgb, ${colour} 38%, transparent)`

function paint(view: EditorView): DecorationSet {
  const { state } = view
  const quirks = state.field(quirkState)
  const { pointed, flashed, active, brushed } = state.field(spotlightState)
  const colourOf = (it: PlacedHighlight): string => quirks.get(it.value.quirkId)?.color ?? 'transparent'
  const spans: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    for (const segment of flatten(highlightsIn(state, from, to), from, to)) {
      const lit =
        segment.layers.find((it) => it.id === (pointed ?? active?.id)) ??
        segment.layers.find((it) => it.id === active?.id)
      const flash = segment.layers.find((it) => it.id === flashed)
      const on = flash ?? lit
      const colours = segment.layers.slice(0, 3).map(colourOf)
      // What is pointed at comes to the front.
      if (on) colours.splice(0, colours.length, colourOf(on), ...colours.filter((it) => it !== colourOf(on)))
      const isBrushed = (it: PlacedHighlight) => brushed?.has(it.value.quirkId) === true
      const steps = brushed !== null && !segment.layers.some(isBrushed)
      const [first] = brushed ? segment.layers.filter(isBrushed) : []
      if (first) colours.splice(0, colours.length, colourOf(first), ...colours.filter((it) => it !== colourOf(first)))
      if (steps) colours.splice(0, colours.length, ...colours.map(stepped))
      const name = flash ? ' text-hl-flash' : lit ? ' text-hl-lit' : steps ? ' text-hl-back' : ''
      spans.push(decoration(colours, name).range(segment.from, segment.to))
    }
  }
  return Decoration.set(spans, true)
}

class HighlightPaint {
  decorations: DecorationSet
  constructor(view: EditorView) {
    this.decorations = paint(view)
  }
  update(update: ViewUpdate): void {
    const changed = [highlightState, quirkState, spotlightState].some(
      (field) => update.startState.field<unknown>(field) !== update.state.field<unknown>(field),
    )
    if (changed || update.docChanged || update.viewportChanged) this.decorations = paint(update.view)
  }
}

/** Outside of the text's own marks, so that bold words do not cut a highlight's line. */
export const highlightPaint = Prec.lowest(
  ViewPlugin.fromClass(HighlightPaint, { decorations: (plugin) => plugin.decorations }),
)
