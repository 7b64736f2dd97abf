import { useState } from 'react'
import { undoMessage } from '../i18n/undoMessage.ts'
import { useT } from '../i18n/useT.ts'
import { Button } from '../ui/fields/Button.tsx'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { CloseIcon, DeleteIcon, HighlightIcon, PlusIcon, RedoIcon, SettingsIcon, UndoIcon } from '../ui/icons.ts'
import { MoreButton } from '../ui/menus/MoreButton.tsx'
import { quirks } from './sampleData.ts'

const moved = { key: 'undo.moveQuirk', about: [quirks[0].title] }

export function ButtonSamples() {
  const t = useT()
  const [shown, setShown] = useState(true)
  return (
    <>
      <div className="gallery-row">
        <Button kind="primary">{t('ui.save')}</Button>
        <Button>{t('ui.cancel')}</Button>
        <Button kind="quiet">{t('text.done')}</Button>
        <Button kind="danger">{t('ui.delete')}</Button>
      </div>
      <div className="gallery-row">
        <Button kind="primary" icon={PlusIcon}>
          {t('canvas.newQuirk')}
        </Button>
        <Button icon={DeleteIcon}>{t('source.delete')}</Button>
        <Button kind="primary" busy>
          {t('ui.save')}
        </Button>
        <Button disabled>{t('ui.save')}</Button>
      </div>
      <div className="gallery-row">
        <Button kind="primary" size="large" icon={PlusIcon}>
          {t('projects.create')}
        </Button>
        <Button size="large">{t('projects.open')}</Button>
      </div>
      <div className="gallery-row">
        <IconButton
          size="large"
          icon={UndoIcon}
          label={t('project.undo', { title: undoMessage(t, moved) })}
          shortcut="Mod+Z"
        />
        <IconButton size="large" icon={RedoIcon} label={t('project.nothingToRedo')} shortcut="Mod+Y" unavailable />
        <IconButton icon={SettingsIcon} label={t('project.settings')} />
        <IconButton
          icon={HighlightIcon}
          label={t('settings.highlightCounter')}
          pressed={shown}
          onClick={() => setShown(!shown)}
        />
        <IconButton size="small" icon={CloseIcon} label={t('ui.close')} />
        <MoreButton onMenu={() => {}} />
        <MoreButton size="small" onMenu={() => {}} />
      </div>
    </>
  )
}
