import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { editorOf } from '../../state/editor.ts'

/** How often at most, in ms. */
const tellEvery = 100

/** Tells the others where this person is: the source that is open, what is selected in it, the quirk in the hand. Of several windows the one in use. */
export function usePlaceTold(): void {
  const project = useProject()
  useEffect(() => {
    const editor = editorOf(project.uuid)
    let timer: ReturnType<typeof setTimeout> | undefined
    let told = ''
    const tell = () => {
      timer = undefined
      if (!document.hasFocus() && told !== '') return
      const { activeSource: sourceId, activeQuestion, caret, editing, heldQuirk: quirkId } = editor
      // A caret means something only where something is written.
      const isShown = caret?.sourceId === sourceId && (editing || caret.anchor !== caret.head)
      const selection = isShown ? { anchor: caret.anchor, head: caret.head, tick: caret.tick } : null
      const place = { sourceId, questionId: caret?.questionId ?? activeQuestion, selection, quirkId }
      const text = JSON.stringify(place)
      if (text === told) return
      told = text
      project.place(place)
    }
    const tellSoon = () => {
      timer ??= setTimeout(tell, tellEvery)
    }
    const back = () => {
      told = ''
      tellSoon()
    }
    const stop = subscribe(editor, tellSoon)
    addEventListener('focus', back)
    tellSoon()
    return () => {
      stop()
      removeEventListener('focus', back)
      clearTimeout(timer)
    }
  }, [project])
}
