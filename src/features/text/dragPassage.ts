/** The selected words as something to drag onto a quirk: the browser's own drag and drop, with the passage as its data. */
import { EditorSelection } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Passage, putPassage } from '../../state/passage.ts'

/** Whether a press falls on the selected words. Reads the same rectangles as CodeMirror does to let a drag begin. */
function isOnSelection(view: EditorView, event: MouseEvent): boolean {
  if (view.state.selection.main.empty) return false
  const selection = view.root instanceof Document ? view.root.getSelection() : null
  if (!selection || selection.rangeCount === 0) return false
  const { clientX: x, clientY: y } = event
  return [...selection.getRangeAt(0).getClientRects()].some(
    (box) => box.left <= x && box.right >= x && box.top <= y && box.bottom >= y,
  )
}

/**
 * A fast drag: the first move jumps over 10 px before the browser says that a drag begins, and CodeMirror would select
 * anew. A press on the selection keeps it until the button is up; a plain click then sets the caret.
 */
const keepSelection = EditorView.mouseSelectionStyle.of((view, event) => {
  if (event.button !== 0 || event.detail > 1 || event.shiftKey || event.ctrlKey || event.metaKey) return null
  if (!isOnSelection(view, event)) return null
  let { selection } = view.state
  return {
    get: (now) => {
      if (now.type !== 'mousedown') return selection
      return EditorSelection.single(view.posAtCoords({ x: now.clientX, y: now.clientY }, false))
    },
    update: (update) => {
      if (update.docChanged) selection = selection.map(update.changes)
      return false
    },
  }
})

/** A drag that ends so near, taken by nobody, was meant as a click. In px. */
const nearby = 8

/** `onDrag`: the words that are in the hand from now on; null: they are no more. */
export function dragPassage(project: string, passage: () => Passage | null, onDrag: (words: string | null) => void) {
  let from: { x: number; y: number } | null = null
  return [
    keepSelection,
    EditorView.domEventHandlers({
      dragstart: (event, view) => {
        from = { x: event.clientX, y: event.clientY }
        const dragged = passage()
        if (!dragged || !event.dataTransfer) return false
        putPassage(event.dataTransfer, project, dragged)
        // The browser's own picture would lie over the target and its name: the chip that is drawn instead keeps clear of them.
        event.dataTransfer.setDragImage(nothing(), 0, 0)
        onDrag(chipWords(view, dragged))
        return false
      },
      dragend: ({ clientX: x, clientY: y, dataTransfer }, view) => {
        onDrag(null)
        if (!from || dataTransfer?.dropEffect !== 'none' || Math.hypot(x - from.x, y - from.y) > nearby) return false
        view.dispatch({ selection: { anchor: view.posAtCoords({ x, y }, false) } })
        return false
      },
    }),
  ]
}

/** The beginning of the words. */
function chipWords(view: EditorView, { start, length }: Passage): string {
  const words = view.state.sliceDoc(start, start + Math.min(length, 60)).replace(/\s+/g, ' ')
  return length > 60 || words.length > 44 ? `${words.slice(0, 44).trimEnd()}…` : words
}

function nothing(): HTMLElement {
  const picture = document.createElement('canvas')
  picture.width = 1
  picture.height = 1
  return picture
}
