import { Menu } from '@base-ui/react/menu'
import { useMemo, useRef, useState } from 'react'
import { MenuEntries } from './MenuEntries.tsx'
import type { MenuEntry } from './menuEntry.ts'

/** A place in the window, in px. */
export interface Point {
  x: number
  y: number
}

export interface MenuAtProps {
  /** Where it opens; null is closed. */
  at: Point | null
  onClose: () => void
  items: readonly MenuEntry[]
  /** What it is a menu of, for screen readers. */
  label: string
}

/** A context menu that code opens at a point: for canvases and texts, by pointer and by key. The focus returns to where it was. */
export function MenuAt(props: MenuAtProps) {
  // Many stand on a page, and most are never opened.
  const [wasOpen, setWasOpen] = useState(false)
  if (props.at && !wasOpen) setWasOpen(true)
  return props.at || wasOpen ? <OpenedMenu {...props} /> : null
}

function OpenedMenu({ at, onClose, items, label }: MenuAtProps) {
  const last = useRef<Point>({ x: 0, y: 0 })
  if (at) last.current = at
  const { x, y } = last.current
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  return (
    <Menu.Root open={at !== null} onOpenChange={(open) => open || onClose()}>
      <Menu.Portal>
        <Menu.Positioner className="ui-float" anchor={anchor} align="start" side="bottom" collisionPadding={8}>
          <Menu.Popup className="ui-menu" aria-label={label}>
            <MenuEntries items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
