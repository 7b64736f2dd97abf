/** Marks the words of memos that are in view: a dotted line; those of the active memo, and of the one being written, are lit. */
import { Prec, type Range } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { memoState } from './memoState.ts'

const plain = Decoration.mark({ class: 'text-memo' })
const lit = Decoration.mark({ class: 'text-memo text-memo-lit' })

function paint(view: EditorView): DecorationSet {
  const { shown: list, active, writing } = view.state.field(memoState)
  const spotlit = writing?.id ?? active
  const spans: Range<Decoration>[] = []
  const add = (from: number, to: number, isLit: boolean) => {
    for (const range of view.visibleRanges) {
      const part = { from: Math.max(from, range.from), to: Math.min(to, range.to) }
      if (part.from < part.to) spans.push((isLit ? lit : plain).range(part.from, part.to))
    }
  }
  const { from, to } = view.viewport
  for (const it of list) if (it.from < to && it.to > from) add(it.from, it.to, it.id === spotlit)
  if (writing && !list.some(({ id }) => id === writing.id)) add(writing.from, writing.to, true)
  return Decoration.set(spans, true)
}

class MemoPaint {
  decorations: DecorationSet
  constructor(view: EditorView) {
    this.decorations = paint(view)
  }
  update(update: ViewUpdate): void {
    const changed = update.startState.field(memoState) !== update.state.field(memoState)
    if (changed || update.docChanged || update.viewportChanged) this.decorations = paint(update.view)
  }
}

/** Around the highlights and the text's own marks. */
export const memoPaint = Prec.lowest(ViewPlugin.fromClass(MemoPaint, { decorations: (it) => it.decorations }))
