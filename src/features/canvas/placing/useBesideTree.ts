import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { EditorState } from '../../../state/editor.ts'
import { isNowhere } from '../../../ui/useArrival.ts'
import { useSteady } from '../useSteady.ts'

interface BesideTree {
  /** Marks the quirk and brings it into sight; the focus stays where it is. */
  mark: (quirkId: number) => void
  /** Gives it the focus. */
  choose: (quirkId: number) => void
}

/**
 * The quirk that has the focus in a tree beside the canvas is the chosen one here; when the tree closes, it gets the focus. The tree goes in its own time: whoever is
 * elsewhere by then, as in a dialog or on another quirk, stays there.
 */
export function useBesideTree(
  editor: EditorState,
  route: 'canvas' | 'tree' | 'query',
  { mark, choose }: BesideTree,
): void {
  const { treeActive } = useSnapshot(editor)
  const before = useRef(route)
  const marks = useSteady(mark)
  const chooses = useSteady(choose)
  useEffect(() => {
    const left = before.current === 'tree' && route === 'canvas'
    before.current = route
    if (route === 'tree') marks(treeActive)
    else if (left && isNowhere()) chooses(treeActive)
  }, [route, treeActive, marks, chooses])
}
