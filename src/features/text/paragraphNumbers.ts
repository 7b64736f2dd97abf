/** The number of each paragraph that is in view, to be drawn beside it. A paragraph is a line that is not blank: so it is cited. */
import { Facet, type Range } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { wordedLines } from './wordedLines.ts'

export const numbersShown = Facet.define<boolean, boolean>({ combine: (values) => values[0] ?? false })

function paint(view: EditorView): DecorationSet {
  const { doc } = view.state
  if (!view.state.facet(numbersShown)) return Decoration.none
  const numbers: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    let counted = wordedLines(doc, doc.lineAt(from).number - 1)
    for (let at = from; at <= to; ) {
      const line = doc.lineAt(at)
      at = line.to + 1
      if (!/\S/.test(line.text)) continue
      counted += 1
      const number = Decoration.line({ attributes: { 'data-paragraph': String(counted) } })
      if (numbers.at(-1)?.from !== line.from) numbers.push(number.range(line.from))
    }
  }
  return Decoration.set(numbers)
}

class Numbers {
  decorations: DecorationSet
  constructor(view: EditorView) {
    this.decorations = paint(view)
    this.makeRoom(view)
  }
  update(update: ViewUpdate): void {
    const turned = update.startState.facet(numbersShown) !== update.state.facet(numbersShown)
    if (turned || update.docChanged || update.viewportChanged) this.decorations = paint(update.view)
    if (turned || update.docChanged) this.makeRoom(update.view)
  }
  /** As wide as the last number. */
  private makeRoom(view: EditorView): void {
    const digits = view.state.facet(numbersShown) ? String(wordedLines(view.state.doc, view.state.doc.lines)).length : 0
    const width = digits === 0 ? '0px' : `calc(${digits} * 0.5 * var(--source-font-size, 16px) + 10px)`
    if (view.dom.style.getPropertyValue('--numbers-width') !== width)
      view.dom.style.setProperty('--numbers-width', width)
  }
}

export const paragraphNumbers = ViewPlugin.fromClass(Numbers, { decorations: (plugin) => plugin.decorations })
