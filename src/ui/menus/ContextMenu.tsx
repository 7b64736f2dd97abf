import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement } from 'react'
import { MenuEntries } from './MenuEntries.tsx'
import type { MenuEntry } from './menuEntry.ts'

export interface ContextMenuProps {
  items: readonly MenuEntry[]
  /** The element whose right click, long press, Menu key or Shift+F10 opens it. */
  children: ReactElement
}

export function ContextMenu({ items, children }: ContextMenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="ui-float" collisionPadding={8}>
          <Base.Popup className="ui-menu">
            <MenuEntries items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
