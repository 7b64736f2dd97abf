import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { EditorState } from '../../state/editor.ts'
import { useSteady } from './useSteady.ts'

/** Whenever a passage has been given to a quirk, here or from the text. */
export function useUsedQuirk(editor: EditorState, onUsed: (quirkId: number) => void): void {
  const { recentQuirks } = useSnapshot(editor)
  const before = useRef(recentQuirks)
  const tell = useSteady(onUsed)
  useEffect(() => {
    const [used] = recentQuirks
    if (before.current !== recentQuirks && used !== undefined) tell(used)
    before.current = recentQuirks
  }, [recentQuirks, tell])
}
