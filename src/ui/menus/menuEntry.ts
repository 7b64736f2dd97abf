import type { ReactNode } from 'react'
import type { Icon } from '../icons.ts'

interface Named {
  label: string
  icon?: Icon | undefined
  /** In place of an icon, such as a colour dot. */
  mark?: ReactNode
  disabled?: boolean | undefined
}

/** A menu as data. Labels name the entries, so they are unique within a menu. */
export type MenuEntry =
  /** `shortcut`: as `Mod+K`. */
  | (Named & { onSelect: () => void; shortcut?: string | undefined; danger?: boolean | undefined })
  /** `stays`: the menu stays open, for several to be checked. */
  | (Named & { checked: boolean; stays?: boolean; shortcut?: string | undefined; onChange: (checked: boolean) => void })
  | (Named & { items: readonly MenuEntry[] })
  | { heading: string; items: readonly MenuEntry[] }
  | 'line'
