import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, useInsertionEffect, useMemo, useRef } from 'react'
import { origin } from '../useArrival.ts'

/** A stretch of the window, in px. */
export type Spot = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>

export interface PopoverAtProps {
  open: boolean
  /** Beside what it stands, as it was when it opened. */
  at: Spot
  /** On Escape or a press outside. */
  onClose: () => void
  label: string
  children: ReactNode
}

/** A popover that code opens beside something that is no element, such as words in a text. The focus returns to where it was. */
export function PopoverAt({ open, at, onClose, label, children }: PopoverAtProps) {
  const last = useRef(at)
  last.current = at
  const before = useRef<Element>(null)
  useInsertionEffect(() => {
    if (open) before.current = origin()
  }, [open])
  const back = () => {
    // A dialog that what was chosen here has opened keeps the focus.
    const dialog = [...document.querySelectorAll('.ui-modal[data-open]')].at(-1)
    if (dialog && !dialog.contains(before.current)) return false
    return before.current instanceof HTMLElement && before.current.isConnected ? before.current : true
  }
  const anchor = useMemo(
    () => ({
      getBoundingClientRect: () => new DOMRect(last.current.x, last.current.y, last.current.width, last.current.height),
    }),
    [],
  )
  return (
    <Base.Root open={open} onOpenChange={(wanted) => wanted || onClose()}>
      <Base.Portal>
        <Base.Positioner
          className="ui-float"
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={8}
        >
          <Base.Popup className="ui-menu ui-popover ui-popover-at" aria-label={label} finalFocus={back}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
