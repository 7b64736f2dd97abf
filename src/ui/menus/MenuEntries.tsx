import { Menu } from '@base-ui/react/menu'
import { useId } from 'react'
import { CheckIcon, ChevronRightIcon } from '../icons.ts'
import { Keys } from '../Keys.tsx'
import type { MenuEntry } from './menuEntry.ts'

type Labelled = Exclude<MenuEntry, 'line' | { heading: string }>

function Face({ entry }: { entry: Labelled }) {
  const { icon: Mark, mark, label } = entry
  return (
    <>
      {Mark ? <Mark aria-hidden /> : mark && <span className="ui-menu-mark">{mark}</span>}
      <span className="ui-menu-label">{label}</span>
    </>
  )
}

function Submenu({ entry, items }: { entry: Labelled; items: readonly MenuEntry[] }) {
  return (
    <Menu.SubmenuRoot disabled={entry.disabled}>
      <Menu.SubmenuTrigger className="ui-menu-item">
        <Face entry={entry} />
        <ChevronRightIcon aria-hidden />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className="ui-float" sideOffset={2} alignOffset={-6} collisionPadding={8}>
          <Menu.Popup className="ui-menu">
            <MenuEntries items={items} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  )
}

function Entry({ entry }: { entry: Labelled }) {
  if ('items' in entry) return <Submenu entry={entry} items={entry.items} />
  if ('checked' in entry) {
    return (
      <Menu.CheckboxItem
        className="ui-menu-item"
        checked={entry.checked}
        disabled={entry.disabled}
        closeOnClick={!entry.stays}
        onCheckedChange={(checked) => entry.onChange(checked)}
      >
        <span className="ui-menu-mark">{entry.checked && <CheckIcon aria-hidden />}</span>
        <Face entry={entry} />
        {entry.shortcut && <Keys of={entry.shortcut} />}
      </Menu.CheckboxItem>
    )
  }
  return (
    <Menu.Item
      className="ui-menu-item"
      disabled={entry.disabled}
      data-danger={entry.danger || undefined}
      onClick={() => entry.onSelect()}
    >
      <Face entry={entry} />
      {entry.shortcut && <Keys of={entry.shortcut} />}
    </Menu.Item>
  )
}

function Headed({ heading, items }: { heading: string; items: readonly MenuEntry[] }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="ui-menu-heading">{heading}</Menu.GroupLabel>
      <MenuEntries items={items} />
    </Menu.Group>
  )
}

/** The inside of every menu. */
export function MenuEntries({ items }: { items: readonly MenuEntry[] }) {
  const id = useId()
  return items.map((entry, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own
    if (entry === 'line') return <Menu.Separator key={`${id}${at}`} className="ui-menu-line" />
    if ('heading' in entry) return <Headed key={entry.heading} {...entry} />
    return <Entry key={entry.label} entry={entry} />
  })
}
