import { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { AnswerPlace } from '../../model/commands.ts'
import type { EditorState } from '../../state/editor.ts'
import { highlightState, placed, setSpotlight } from './highlights/highlightState.ts'

const FLASH = 1800

/**
 * Brings the passage that the tab asks for into view: flashes its highlight, and waits for one that has not come yet; else selects the
 * words, which `onSought` may look for further.
 */
export function useReveal(
  view: EditorView | null,
  place: AnswerPlace,
  editor: EditorState,
  updates: number,
  onSought: () => void,
): void {
  const { reveal } = useSnapshot(editor)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each update of the view may bring the highlight
  useEffect(() => {
    if (!view || !reveal) return
    if (reveal.sourceId !== place.sourceId || reveal.questionId !== place.questionId) return
    if (reveal.highlightId === undefined) {
      editor.reveal = null
      const { length } = view.state.doc
      const [anchor, head] = [Math.min(reveal.start, length), Math.min(reveal.start + reveal.length, length)]
      view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      // After a dialog has given the focus back to where it was.
      requestAnimationFrame(() => {
        if (!view.dom.isConnected) return
        if (reveal.isFocused) view.focus()
        if (reveal.isSought) onSought()
      })
      return
    }
    const found = placed(view.state.field(highlightState)).find(({ id }) => id === reveal.highlightId)
    if (!found) return
    editor.reveal = null
    view.dispatch({
      effects: [EditorView.scrollIntoView(found.from, { y: 'center' }), setSpotlight.of({ flashed: found.id })],
    })
    setTimeout(() => view.dom.isConnected && view.dispatch({ effects: setSpotlight.of({ flashed: null }) }), FLASH)
  }, [view, reveal, place, editor, updates])
}
