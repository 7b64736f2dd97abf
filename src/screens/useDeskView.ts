import { useCallback } from 'react'
import { useProject } from '../data/useLive.ts'
import { type DeskViewName, deskViews, isDeskView } from './deskViews.ts'
import { treeQuirk } from './guards.ts'
import { go, useHashSearch } from './hash.ts'

/** The view that stands in place of the canvas, by the address (null: the canvas is shown), and the ways to others. */
export function useDeskView(child: string | undefined, onOpen: () => void) {
  const project = `/projects/${useProject().uuid}`
  const quirkId = treeQuirk(useHashSearch())
  const name = child !== undefined && isDeskView(child) ? child : null
  const open = useCallback(
    (view: DeskViewName | null, search = '') => {
      onOpen()
      go(view === null ? project : `${project}/${view}${search}`)
    },
    [project, onOpen],
  )
  return {
    name: child === 'tree' ? ('tree' as const) : name,
    Part: name && deskViews[name]?.Part,
    quirkId,
    open,
    openQuotes: ([first]: readonly number[]) => open('list', first === undefined ? '' : `?quirkId=${first}`),
    openOverlap: (id: number) => open('overlap', `?quirkId=${id}`),
  }
}
