import { useT } from '../i18n/useT.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ViewIcon } from '../ui/icons.ts'
import type { MenuEntry } from '../ui/menuEntry.ts'
import { go } from './hash.ts'

export interface View {
  label: string
  path: string
}

interface ViewMenuProps {
  views: readonly View[]
  /** The address of the one that is shown. */
  shown: string
  side?: 'bottom' | 'right'
  /** 1 §2: on the routes of queries. */
  disabled?: boolean
}

/** From one view of the project to another; where there is but one there is nothing to choose. */
export function ViewMenu({ views, shown, side = 'bottom', disabled }: ViewMenuProps) {
  const t = useT()
  if (views.length < 2) return null
  const items: MenuEntry[] = views.map(({ label, path }) => ({
    label,
    checked: path === shown,
    onChange: () => go(path),
  }))
  const trigger = <IconButton icon={ViewIcon} label={t('project.view')} disabled={disabled} />
  return <Dropdown side={side} trigger={trigger} items={items} />
}
