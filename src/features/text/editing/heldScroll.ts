/**
 * What a person looks at stays where it is on the screen while others write: the line of their caret while they write themselves, else the
 * first line in sight. CodeMirror holds its first line too, but forgets it at the second transaction of a frame, and then corrects for the
 * height that it had guessed in between: after us, so that we look once more before the frame is painted.
 */
import type { ChangeDesc } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

interface Held {
  at: number
  /** Of its line, below the upper edge, in px. */
  below: number
}

const heldIn = new WeakMap<EditorView, Held>()

/** To be called before others' steps are shown; what it returns takes each of their changes, in the order in which they are shown. */
export function holdScroll(view: EditorView): (changes: ChangeDesc) => void {
  const held = heldIn.get(view) ?? lookedAt(view)
  if (!held) return () => {}
  heldIn.set(view, held)
  const off = () => {
    const at = Math.min(held.at, view.state.doc.length)
    return view.lineBlockAt(at).top - view.scrollDOM.scrollTop - held.below
  }
  const correct = (by: number) => {
    if (Math.abs(by) > 1) view.scrollDOM.scrollTop += by
  }
  view.requestMeasure({
    key: heldIn,
    read: () => {
      heldIn.delete(view)
      return off()
    },
    write: (by) => {
      correct(by)
      queueMicrotask(() => view.dom.isConnected && correct(off()))
    },
  })
  return (changes) => {
    held.at = changes.mapPos(held.at, 1)
  }
}

function lookedAt(view: EditorView): Held | null {
  const { scrollTop, clientHeight } = view.scrollDOM
  const held = (at: number): Held => ({ at, below: view.lineBlockAt(at).top - scrollTop })
  const caret = held(view.state.selection.main.head)
  if (view.hasFocus && !view.state.readOnly && caret.below >= 0 && caret.below < clientHeight) return caret
  // At the very top, what is written above is to be seen.
  if (scrollTop < 8) return null
  const top = view.scrollDOM.getBoundingClientRect().top - view.documentTop
  return held(view.elementAtHeight(Math.max(0, top)).from)
}
