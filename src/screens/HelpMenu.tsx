import { useState } from 'react'
import { faceOf } from '../actions/actionFace.ts'
import { activation } from '../data/server/activation.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/useT.ts'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { ExternalIcon, HelpIcon, KeyIcon } from '../ui/icons.ts'
import { hasKeyboard } from '../ui/keyboard.ts'
import { Dropdown } from '../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../ui/menus/menuEntry.ts'
import { HelpDialog, type HelpDialogName } from './HelpDialog.tsx'
import { go } from './hash.ts'
import { openHelp } from './openHelp.ts'

interface HelpMenuProps {
  side?: 'bottom' | 'right' | undefined
  /** Without it there are no keys to show. */
  onShortcuts?: (() => void) | undefined
  /** Opens a dialog over the page. */
  onShow: (dialog: HelpDialogName) => void
}

/** The guide, in a tab of its own, the keys, what this program is, and how it is cited. */
export function HelpMenu({ side = 'bottom', onShortcuts, onShow }: HelpMenuProps) {
  const t = useT()
  return (
    <Dropdown
      side={side}
      align="end"
      trigger={<IconButton icon={HelpIcon} label={t('help.title')} />}
      items={helpEntries({ t, onShortcuts, onShow })}
    />
  )
}

/** The same where no project is open, with its dialogs. */
export function HelpOutside() {
  const [shown, show] = useState<HelpDialogName | null>(null)
  return (
    <>
      <HelpMenu onShow={show} />
      <HelpDialog shown={shown} inProject={false} onClose={() => show(null)} />
    </>
  )
}

interface HelpOptions {
  t: Translate
  onShortcuts: (() => void) | undefined
  onShow: (dialog: HelpDialogName) => void
}

export const helpEntries = ({ t, onShortcuts, onShow }: HelpOptions): MenuEntry[] => [
  { label: t('help.open'), icon: ExternalIcon, onSelect: openHelp },
  ...(onShortcuts && hasKeyboard() ? [{ ...faceOf(t, 'shortcuts'), onSelect: onShortcuts }] : []),
  ...(activation.trial?.trial
    ? [{ label: t('activation.title'), icon: KeyIcon, onSelect: () => go('/activation') }]
    : []),
  { ...faceOf(t, 'cite'), onSelect: () => onShow('cite') },
  { ...faceOf(t, 'about'), onSelect: () => onShow('about') },
]
