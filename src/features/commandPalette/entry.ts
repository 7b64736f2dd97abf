import type { ReactNode } from 'react'
import type { Icon } from '../../ui/icons.ts'

/** Something that can be found and done. */
export interface PaletteEntry {
  /** Unique among all, and steady: by it what was done last is remembered. */
  readonly id: string
  readonly label: string
  /** Where it stands or how it is now. */
  readonly detail?: string | undefined
  readonly icon?: Icon | undefined
  /** In place of an icon, such as a colour dot. */
  readonly mark?: ReactNode
  /** As `Mod+K`. */
  readonly shortcut?: string | undefined
  readonly run: () => void
}

export interface EntryGroup {
  readonly heading: string
  readonly items: readonly PaletteEntry[]
}
