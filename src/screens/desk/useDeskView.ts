import { useCallback } from 'react'
import { actionOf } from '../../actions/actions.ts'
import { useProject } from '../../data/live/useLive.ts'
import { editorOf } from '../../state/editor.ts'
import { arriveAt } from '../../ui/useArrival.ts'
import { treeQuirk } from '../guards.ts'
import { go, useHashSearch } from '../hash.ts'
import { type DeskViewName, isDeskView } from './deskViewNames.ts'
import { deskViews } from './deskViews.ts'

/** The view that stands in place of the canvas, by the address (null: the canvas is shown), and the ways to others. */
export function useDeskView(child: string | undefined, onOpen: () => void) {
  const { uuid } = useProject()
  const project = `/projects/${uuid}`
  const quirkId = treeQuirk(useHashSearch())
  const name = child !== undefined && isDeskView(child) ? child : null
  const open = useCallback(
    (view: DeskViewName | null, search = '') => {
      onOpen()
      go(view === null ? project : `${project}/${view}${search}`)
    },
    [project, onOpen],
  )
  /** Asked for where the focus goes with the canvas. */
  const goTo = (view: DeskViewName, search: string) => {
    open(view, search)
    arriveAt('.desk-view')
  }
  return {
    name: child === 'tree' ? ('tree' as const) : name,
    Part: name && deskViews[name]?.Part,
    title: name ? actionOf(name).title : undefined,
    hasTitle: name !== null && deskViews[name]?.hasTitle === true,
    showsResult: name !== null && deskViews[name]?.showsResult === true,
    quirkId,
    open,
    /** Of one quirk at its own address; which several are meant is the editor's. */
    openQuotes: (quirkIds: readonly number[]) => {
      editorOf(uuid).quotes.quirkIds = quirkIds.length === 0 ? null : [...quirkIds]
      const search = quirkIds.length === 1 ? `?quirkId=${quirkIds[0]}` : ''
      if (name === 'list') go(`${project}/list${search}`, { replace: true })
      else goTo('list', search)
    },
    openOverlap: (id: number) => goTo('overlap', `?quirkId=${id}`),
  }
}
