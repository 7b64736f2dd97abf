import { Menu } from '@base-ui/react/menu'
import { type FocusEvent, useMemo, useRef, useState } from 'react'
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

/** Whether what was pressed last was a key. */
let byKey = false
for (const type of ['keydown', 'pointerdown'])
  globalThis.document?.addEventListener(type, () => (byKey = type === 'keydown'), { capture: true })

/** A context menu that code opens at a point: for canvases and texts, by pointer and by key, which begins on the first entry. The focus returns to where it was. */
export function MenuAt(props: MenuAtProps) {
  // Many stand on a page, and most are never opened.
  const [wasOpen, setWasOpen] = useState(false)
  if (props.at && !wasOpen) setWasOpen(true)
  return props.at || wasOpen ? <OpenedMenu {...props} /> : null
}

function OpenedMenu({ at, onClose, items, label }: MenuAtProps) {
  const last = useRef<Point>({ x: 0, y: 0 })
  if (at) last.current = at
  const isOpen = at !== null
  const wasOpen = useRef(false)
  const toFirst = useRef(false)
  if (isOpen !== wasOpen.current) toFirst.current = isOpen && byKey
  wasOpen.current = isOpen
  const onFocus = ({ target, currentTarget }: FocusEvent) => {
    if (target !== currentTarget || !toFirst.current) return
    toFirst.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
  }
  const { x, y } = last.current
  const anchor = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  return (
    <Menu.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Menu.Portal>
        <Menu.Positioner className="ui-float" anchor={anchor} align="start" side="bottom" collisionPadding={8}>
          <Menu.Popup className="ui-menu" aria-label={label} onFocus={onFocus}>
            <MenuEntries items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
