import { Menu } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { MenuEntries } from './MenuEntries.tsx'
import type { MenuEntry } from './menuEntry.ts'

export interface DropdownProps {
  /** A Button or IconButton; it becomes the menu's trigger. */
  trigger: ReactElement
  items: readonly MenuEntry[]
  /** Opens under the pointer too, after 200 ms. */
  openOnHover?: boolean
  side?: 'top' | 'bottom' | 'left' | 'right'
  align?: 'start' | 'center' | 'end'
  onOpenChange?: (open: boolean) => void
}

export function Dropdown({ trigger, items, openOnHover, side, align = 'start', onOpenChange }: DropdownProps) {
  return (
    <Menu.Root onOpenChange={(open) => onOpenChange?.(open)}>
      <Menu.Trigger render={trigger} openOnHover={openOnHover} delay={200} />
      <Menu.Portal>
        <Menu.Positioner className="ui-float" side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Menu.Popup className="ui-menu">
            <MenuEntries items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
