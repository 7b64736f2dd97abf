import { useCallback, useEffect } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { none } from '../../model/schema.ts'
import type { EditorState } from '../../state/editor.ts'
import { go } from '../hash.ts'
import { askedQuirk } from '../views/idsInAddress.ts'

/**
 * The tree view's address: whose tree is shown (null: none), and the ways to one and back. Without a quirk it is the last one's. `search`: the query of that
 * address; null: another view is shown.
 */
export function useTreeRoute(search: string | null, editor: EditorState) {
  const project = `/projects/${useProject().uuid}`
  const isTree = search !== null
  const asked = isTree ? askedQuirk(search) : null
  const last = editor.treeParent
  useEffect(() => {
    if (!isTree || asked !== null) return
    go(last === none ? project : `${project}/tree?quirkId=${last}`, { replace: true })
  }, [isTree, asked, last, project])
  const open = useCallback((id: number) => go(`${project}/tree?quirkId=${id}`), [project])
  const close = useCallback(() => go(project), [project])
  return { quirkId: asked, open, close }
}
