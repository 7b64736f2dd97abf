/** The selected words stay to be seen while something else has the focus, such as the box in which a quirk is chosen for them. */
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const mark = Decoration.mark({ class: 'text-selected' })

function paint(view: EditorView): DecorationSet {
  const { from, to, empty } = view.state.selection.main
  return empty || view.hasFocus ? Decoration.none : Decoration.set(mark.range(from, to))
}

class KeptSelection {
  decorations: DecorationSet
  constructor(view: EditorView) {
    this.decorations = paint(view)
  }
  update(update: ViewUpdate): void {
    if (update.focusChanged || update.selectionSet || update.docChanged) this.decorations = paint(update.view)
  }
}

export const keptSelection = ViewPlugin.fromClass(KeptSelection, { decorations: (plugin) => plugin.decorations })
