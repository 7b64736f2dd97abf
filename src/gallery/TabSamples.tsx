import { useState } from 'react'
import { useT } from '../i18n/useT.ts'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { type Tab, Tabs } from '../ui/fields/Tabs.tsx'
import { PlusIcon } from '../ui/icons.ts'
import { sources } from './sampleData.ts'

export function TabSamples() {
  const t = useT()
  const [open, setOpen] = useState<readonly Tab[]>(sources)
  const [active, setActive] = useState<string | null>('josef')
  const close = (id: string) => {
    const left = open.filter((tab) => tab.id !== id)
    setOpen(left)
    if (id === active) setActive(left[0]?.id ?? null)
  }
  return (
    <div className="gallery-frame">
      <Tabs
        label={t('source.tabs')}
        tabs={open}
        active={active}
        onActivate={setActive}
        onClose={close}
        after={<IconButton icon={PlusIcon} label={t('source.add')} onClick={() => setOpen(sources)} />}
      >
        <p className="gallery-text">{open.find((tab) => tab.id === active)?.title}</p>
      </Tabs>
    </div>
  )
}
