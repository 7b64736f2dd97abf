import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'

export interface PopoverProps {
  trigger: ReactElement
  /** Names the popover for screen readers. */
  label: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  open?: boolean | undefined
  onOpenChange?: (open: boolean) => void
  /** What gets the focus first, but not by touch, where that would open the keyboard over it; else the first field or button. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Where the focus goes when it closes; else back to the trigger. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** Something small to look at or fill in beside its trigger; the page stays usable. */
export function Popover(props: PopoverProps) {
  const { trigger, label, side, align = 'start', open, onOpenChange, initialFocus, finalFocus, children } = props
  const first = (by: string) => (by === 'touch' ? true : (initialFocus?.current ?? true))
  return (
    <Base.Root open={open} onOpenChange={(wanted) => onOpenChange?.(wanted)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="ui-float" side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup
            className="ui-menu ui-popover"
            aria-label={label}
            initialFocus={initialFocus && first}
            finalFocus={finalFocus}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
