import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { modalCloseDelay } from '../../model/limits.ts'
import { arrive, arriveAfter, arriveUnlessGiven, isFocusLost, isNowhere, origin } from '../useArrival.ts'
import { enterStack, isTopmost } from './modalStack.ts'

/** Between the wish to close and the closing, so that the key or click reaches nothing behind. */
const delays: Record<string, number> = {
  'escape-key': modalCloseDelay.escape,
  'outside-press': modalCloseDelay.backdrop,
}

interface ChangeDetails {
  readonly reason: string
  cancel: () => void
}

interface Hindrance {
  /** Neither Escape nor a press beside it closes. */
  locked?: boolean | undefined
  /** A press beside it does not. */
  holding?: boolean | undefined
}

/** The `onOpenChange` of a dialog that the caller opens and closes: asks `onClose` once, after the delay of its reason. */
export function useModalClose(open: boolean, onClose: () => void, { locked, holding }: Hindrance = {}) {
  const self = useRef(Symbol('modal'))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useFocusBack(open)
  useEffect(() => {
    if (!open) return
    const leave = enterStack(self.current)
    return () => {
      leave()
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [open])

  return (wanted: boolean, details: ChangeDetails) => {
    if (wanted) return
    const delay = delays[details.reason]
    const isHeld = locked || (holding && details.reason === 'outside-press')
    if (delay !== undefined && (isHeld || !isTopmost(self.current))) return details.cancel()
    if (delay === undefined) return onClose()
    timer.current ??= setTimeout(onClose, delay)
  }
}

/**
 * The focus goes back as soon as a dialog begins to close, not when it has faded away: what is typed meanwhile is meant for what was
 * there before, or for what the menu was of that asked for it. Where that is gone, the dialog's own way finds another place; where there is
 * none, or where it was gone before the dialog came, as the button is that imported the text shown in its place, it goes to where work begins.
 */
function useFocusBack(open: boolean): void {
  const before = useRef<Element>(null)
  const wasLost = useRef(false)
  // Before the dialog takes the focus, which it does at its layout.
  useInsertionEffect(() => {
    if (!open) return
    before.current = origin() ?? document.body
    wasLost.current = isFocusLost()
  }, [open])
  useLayoutEffect(() => {
    const back = before.current
    if (open || !back) return
    before.current = null
    const now = document.activeElement
    const left = now?.closest('[role=dialog], [role=alertdialog]')
    // It may be closed before it had the focus.
    if (!(back instanceof HTMLElement) || (left ? left.contains(back) : !isNowhere())) return
    if (back === document.body) {
      if (now instanceof HTMLElement) now.blur()
      if (wasLost.current) arrive()
    } else if (back.isConnected) back.focus({ preventScroll: true })
    else if (left) arriveAfter(left)
  }, [open])
  // One that is taken away while it is open gives the focus back in its own way, which finds nothing where the list has lost the row meanwhile.
  useLayoutEffect(
    () => () => {
      const back = before.current
      if (back && back !== document.body && !back.isConnected) arriveUnlessGiven()
    },
    [],
  )
}
