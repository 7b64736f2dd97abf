import { useCallback } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { editorOf } from '../../state/editor.ts'
import { arriveAt } from '../../ui/useArrival.ts'
import { go } from '../hash.ts'
import { askedQuirk } from '../views/idsInAddress.ts'
import { type DeskViewName, onDesk, type ViewName, viewOf } from '../views/views.ts'

/** How the desk shows the view `name` of its address, whose query is `asked`, and the ways to others. */
export function useDeskView(name: ViewName, asked: string, onOpen: () => void) {
  const { uuid } = useProject()
  const project = `/projects/${uuid}`
  const quirkId = askedQuirk(asked)
  const shown = onDesk(name)
  const open = useCallback(
    (view: DeskViewName | 'canvas', search = '') => {
      onOpen()
      go(view === 'canvas' ? project : `${project}/${view}${search}`)
    },
    [project, onOpen],
  )
  /** Asked for where the focus goes with the canvas. */
  const goTo = (view: DeskViewName, search: string) => {
    open(view, search)
    arriveAt('.desk-view')
  }
  return {
    /** Stands in place of the canvas; undefined: the canvas is shown. */
    Part: shown?.Part,
    title: shown?.Part && viewOf(name).title,
    hasTitle: shown?.hasTitle === true,
    showsResult: shown?.showsResult === true,
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
