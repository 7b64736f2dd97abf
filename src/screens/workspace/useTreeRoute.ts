import { useCallback, useEffect } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { none } from '../../model/schema.ts'
import type { EditorState } from '../../state/editor.ts'
import { go, useHashSearch } from '../hash.ts'
import { askedQuirk } from '../views/idsInAddress.ts'

/** The tree view's address: whose tree is shown (null: none), and the ways to one and back. Without a quirk it is the last one's. */
export function useTreeRoute(isTree: boolean, editor: EditorState) {
  const project = `/projects/${useProject().uuid}`
  const asked = askedQuirk(useHashSearch())
  const last = editor.treeParent
  const quirkId = isTree ? asked : null
  useEffect(() => {
    if (!isTree || asked !== null) return
    go(last === none ? project : `${project}/tree?quirkId=${last}`, { replace: true })
  }, [isTree, asked, last, project])
  const open = useCallback((id: number) => go(`${project}/tree?quirkId=${id}`), [project])
  const close = useCallback(() => go(project), [project])
  return { quirkId, open, close }
}
