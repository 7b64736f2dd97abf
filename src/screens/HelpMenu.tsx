import { Suspense, useState } from 'react'
import { faceOf } from '../actions/actionFace.ts'
import { activation } from '../data/server/activation.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/useT.ts'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { ExternalIcon, HelpIcon, KeyIcon } from '../ui/icons.ts'
import { hasKeyboard } from '../ui/keyboard.ts'
import { lazyPart } from '../ui/lazyPart.ts'
import { Dropdown } from '../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../ui/menus/menuEntry.ts'
import { go } from './hash.ts'
import { openHelp } from './openHelp.ts'

const AboutDialog = lazyPart(async () => (await import('./AboutDialog.tsx')).AboutDialog)

interface HelpMenuProps {
  side?: 'bottom' | 'right' | undefined
  /** Without it there are no keys to show. */
  onShortcuts?: (() => void) | undefined
}

/** Help, which leads outside, the keys, and what this program is. */
export function HelpMenu({ side = 'bottom', onShortcuts }: HelpMenuProps) {
  const t = useT()
  const [about, setAbout] = useState(false)
  return (
    <>
      <Dropdown
        side={side}
        align="end"
        trigger={<IconButton icon={HelpIcon} label={t('help.title')} />}
        items={helpEntries({ t, onShortcuts, onAbout: () => setAbout(true) })}
      />
      {about && (
        <Suspense>
          <AboutDialog onClose={() => setAbout(false)} />
        </Suspense>
      )}
    </>
  )
}

interface HelpOptions {
  t: Translate
  onShortcuts: (() => void) | undefined
  onAbout: () => void
}

export const helpEntries = ({ t, onShortcuts, onAbout }: HelpOptions): MenuEntry[] => [
  { label: t('help.open'), icon: ExternalIcon, onSelect: openHelp },
  ...(onShortcuts && hasKeyboard() ? [{ ...faceOf(t, 'shortcuts'), onSelect: onShortcuts }] : []),
  ...(activation.trial?.trial
    ? [{ label: t('activation.title'), icon: KeyIcon, onSelect: () => go('/activation') }]
    : []),
  { ...faceOf(t, 'about'), onSelect: onAbout },
]
