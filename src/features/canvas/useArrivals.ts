import { type RefObject, useEffect, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { titleOf } from '../../model/canvas/labels.ts'
import { toastTime } from '../../model/limits.ts'
import { type EditorState, showAllGroups } from '../../state/editor.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { isNowhere } from '../../ui/useArrival.ts'
import { keepFocus } from './pointing/useFocusItem.ts'
import type { Chosen } from './useChosen.ts'
import type { DrawnQuirks } from './useDrawnQuirks.ts'

/** Its groups may come so long after a quirk, in ms. */
const groupsWithin = 300

interface Arriving {
  editor: EditorState
  canvas: RefObject<HTMLElement | null>
  quirks: DrawnQuirks
  /** A quirk to bring into sight; taken back by `onShown`. */
  show: number | null
  onShown: () => void
}

/** Quirks that come in a moment: the canvas goes to them once they are drawn. */
export function useArrivals(chosen: Chosen, { editor, canvas, quirks, show, onShown }: Arriving) {
  const t = useT()
  const { bubbleOf } = chosen
  // A quirk just made comes with the next rows.
  const [coming, reveal] = useState<number | null>(null)
  const arrived = bubbleOf(coming)
  useEffect(() => {
    if (!arrived) return
    reveal(null)
    keepFocus(arrived.id)
    chosen.goTo(arrived)
  })
  // One's own undo has brought it back: the next key is for it, not for the one beside it.
  const [returning, setReturning] = useState<number | null>(null)
  const returned = bubbleOf(returning)
  useEffect(() => {
    if (!returned) return
    setReturning(null)
    chosen.be(returned.id)
    if (isNowhere() || canvas.current?.contains(document.activeElement)) chosen.focusItem(returned.id)
    chosen.bringIntoSight(returned)
  })
  // Made, but left out by the groups filter: who made it is told where it is.
  const { shown, whole } = quirks
  const hidden = coming === null || arrived || !shown || shown.has(coming) ? undefined : whole?.byId.get(coming)
  useEffect(() => {
    if (!hidden) return
    const timer = setTimeout(() => {
      reveal(null)
      const title = titleOf(hidden, { untitled: t('quirk.untitled') })
      const action = { label: t('group.showAll'), onClick: () => showAllGroups(editor) }
      toast.show({ message: t('canvas.madeFiltered', { title }), action, timeout: toastTime.long })
    }, groupsWithin)
    return () => clearTimeout(timer)
  }, [hidden, editor, t])
  useEffect(() => {
    if (show === null) return
    reveal(show)
    onShown()
  }, [show, onShown])
  return {
    /** Goes to a quirk, once it is there. */
    reveal,
    /** Goes to a quirk that comes back. */
    onReturn: setReturning,
  }
}
