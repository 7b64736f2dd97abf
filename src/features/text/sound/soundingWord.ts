/**
 * Marks the word that sounds as the browser marks words (CSS Custom Highlight API): nothing of the text is drawn anew for it, several times a second. A browser
 * that has none of it plays all the same.
 */
import type { EditorView } from '@codemirror/view'

/** As the style sheet names it. */
const name = 'text-sounding'

interface Span {
  from: number
  to: number
}

/** null: none sounds. Of what is not drawn, being out of sight, nothing is marked. */
export function markSounding(view: EditorView, span: Span | null): void {
  if (typeof Highlight === 'undefined') return
  const isThere =
    span &&
    span.to <= view.state.doc.length &&
    view.visibleRanges.some(({ from, to }) => span.from >= from && span.to <= to)
  if (!isThere) {
    CSS.highlights.delete(name)
    return
  }
  const [begin, end] = [view.domAtPos(span.from, 1), view.domAtPos(span.to, -1)]
  const range = new StaticRange({
    startContainer: begin.node,
    startOffset: begin.offset,
    endContainer: end.node,
    endOffset: end.offset,
  })
  CSS.highlights.set(name, new Highlight(range))
}
