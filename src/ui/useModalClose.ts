import { useEffect, useRef } from 'react'
import { enterStack, isTopmost } from './modalStack.ts'

/** Specification 1 §9: ms between the wish to close and the closing, so that the key or click reaches nothing behind. */
const CLOSE_DELAY: Record<string, number> = { 'escape-key': 50, 'outside-press': 100 }

interface ChangeDetails {
  readonly reason: string
  cancel: () => void
}

/** The `onOpenChange` of a dialog that the caller opens and closes: asks `onClose` once, after the delay of its reason. */
export function useModalClose(open: boolean, onClose: () => void, locked = false) {
  const self = useRef(Symbol('modal'))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
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
    const delay = CLOSE_DELAY[details.reason]
    if (delay !== undefined && (locked || !isTopmost(self.current))) return details.cancel()
    if (delay === undefined) return onClose()
    timer.current ??= setTimeout(onClose, delay)
  }
}
