import { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { EditorState } from '../../state/editor.ts'
import { highlightState, placed, setSpotlight } from './highlights/highlightState.ts'

const FLASH = 1800

/** Brings the highlight that the tab asks for into view and flashes it; one that has not come yet is waited for. */
export function useReveal(view: EditorView | null, editor: EditorState, updates: number): void {
  const { reveal } = useSnapshot(editor)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each update of the view may bring the highlight
  useEffect(() => {
    if (!view || !reveal) return
    const found = placed(view.state.field(highlightState)).find(({ id }) => id === reveal.highlightId)
    if (!found) return
    editor.reveal = null
    view.dispatch({
      effects: [EditorView.scrollIntoView(found.from, { y: 'center' }), setSpotlight.of({ flashed: found.id })],
    })
    setTimeout(() => view.dom.isConnected && view.dispatch({ effects: setSpotlight.of({ flashed: null }) }), FLASH)
  }, [view, reveal, editor, updates])
}
