import { type RefObject, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { EditorState } from '../../state/editor.ts'
import { type CodingEditor, unselect } from './codingEditor.ts'

interface TextEditingOptions {
  coding: CodingEditor | null
  sourceId: number
  editor: EditorState
  canWrite: boolean
  /** Of the text, by whether it is being edited. */
  label: string
  /** Begins to edit. */
  edit: () => void
  /** The text itself has told of words that are selected. */
  hasTold: RefObject<boolean>
}

/** Brings what the tab says of its text to the text: whether it is edited, and that its words are no longer selected. */
export function useTextEditing(options: TextEditingOptions): void {
  const { coding, sourceId, editor, canWrite, label, edit, hasTold } = options
  const { editing, editWanted, selection } = useSnapshot(editor)
  useEffect(() => coding?.setEditing(editing, label), [coding, editing, label])
  // A text without words is not shown before it is edited, and takes the focus only when it is.
  useEffect(() => {
    if (editing) coding?.view.focus()
  }, [coding, editing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what begins to edit is another function each time
  useEffect(() => {
    if (!coding || editWanted !== sourceId) return
    editor.editWanted = null
    edit()
  }, [coding, editWanted, sourceId, editor])
  // The screen has let go of what was selected.
  useEffect(() => {
    if (!coding || selection !== null || editor.selection !== null || !hasTold.current) return
    unselect(coding.view)
    // Without the focus, CodeMirror leaves to the browser what that shows as selected.
    const shown = getSelection()
    if (!coding.view.hasFocus && coding.view.contentDOM.contains(shown?.anchorNode ?? null)) shown?.removeAllRanges()
  }, [coding, selection, editor, hasTold])
  // Someone has made this project read-only for us meanwhile.
  useEffect(() => {
    if (!canWrite) editor.editing = false
  }, [canWrite, editor])
  // The state of the tab's editor is this text's only as long as it is shown.
  useEffect(
    () => () => {
      editor.editing = false
      editor.selection = null
      editor.caret = null
    },
    [editor],
  )
}
