import { lazy, Suspense, useState } from 'react'
import { facts } from '../data/facts.ts'
import { useT } from '../i18n/useT.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ExternalIcon, HelpIcon, InfoIcon, KeyboardIcon } from '../ui/icons.ts'
import { acts } from './acts.ts'
import { openHelp } from './openHelp.ts'

const AboutDialog = lazy(async () => ({ default: (await import('./AboutDialog.tsx')).AboutDialog }))

interface HelpMenuProps {
  side?: 'bottom' | 'right' | undefined
  /** Without it there are no keys to show. */
  onShortcuts?: (() => void) | undefined
}

/** Help where whoever runs the server has some, the keys, and what this program is. */
export function HelpMenu({ side = 'bottom', onShortcuts }: HelpMenuProps) {
  const t = useT()
  const [about, setAbout] = useState(false)
  const shortcuts = onShortcuts && {
    label: t('shortcuts.title'),
    icon: KeyboardIcon,
    shortcut: acts.shortcuts.keys[0],
    onSelect: onShortcuts,
  }
  return (
    <>
      <Dropdown
        side={side}
        align="end"
        trigger={<IconButton icon={HelpIcon} label={t('help.title')} />}
        items={[
          ...(facts().help ? [{ label: t('help.open'), icon: ExternalIcon, onSelect: openHelp }] : []),
          ...(shortcuts ? [shortcuts] : []),
          { label: t('about.title'), icon: InfoIcon, onSelect: () => setAbout(true) },
        ]}
      />
      {about && (
        <Suspense>
          <AboutDialog onClose={() => setAbout(false)} />
        </Suspense>
      )}
    </>
  )
}
