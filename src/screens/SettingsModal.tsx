import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../data/useLive.ts'
import { formatShare } from '../i18n/formats.ts'
import { LANGUAGES, setLanguage } from '../i18n/language.ts'
import { problemText } from '../i18n/problemText.ts'
import { useLanguage, useT } from '../i18n/useT.ts'
import { mayWrite } from '../model/access.ts'
import { fontSize, highlightColumnWidth } from '../model/limits.ts'
import { isProblem } from '../model/problems.ts'
import { device, type ThemeChoice } from '../state/device.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Select } from '../ui/Select.tsx'
import { Slider } from '../ui/Slider.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { keepAuthor } from './author.ts'
import { LeftSteps } from './LeftSteps.tsx'
import { themes } from './ThemeMenu.tsx'
import { tryTheme } from './theme.ts'

/** The project's settings, and this browser's; nothing is kept until saved. */
export function SettingsModal({ onClose }: { onClose: () => void }) {
  const preferences = useRows('preferences', {})
  if (!preferences) return null
  const read = (key: string) => preferences.get(key)?.value
  return <Settings read={read} onClose={onClose} />
}

function Settings({ read, onClose }: { read: (key: string) => string | undefined; onClose: () => void }) {
  const t = useT()
  const project = useProject()
  const writes = mayWrite(useSnapshot(project.state).access)
  const [size, setSize] = useState(Number(read('sourceFontSize') ?? fontSize.usual))
  const [column, setColumn] = useState(Number(read('highlightColumnWidth') ?? highlightColumnWidth.usual))
  const [counter, setCounter] = useState(read('highlightCounter') !== 'false')
  const [author, setAuthor] = useState(device.author)
  const [theme, setTheme] = useState<ThemeChoice>(device.theme)
  const spoken = useLanguage()
  const [language, choose] = useState(spoken)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => tryTheme(null), [])

  /** 1 §4: created or updated per key, only when changed. */
  const changed = () => {
    const darkBefore = read('darkTheme') ?? 'false'
    // "Like the system" is this browser's alone, and so is what is left as it was.
    const dark = theme === device.theme ? darkBefore : String(theme === 'dark')
    const wanted: [key: string, value: string, before: string][] = [
      ['sourceFontSize', String(size), read('sourceFontSize') ?? String(fontSize.usual)],
      ['highlightColumnWidth', String(column), read('highlightColumnWidth') ?? String(highlightColumnWidth.usual)],
      ['highlightCounter', String(counter), read('highlightCounter') ?? 'true'],
      ['darkTheme', dark, darkBefore],
    ]
    return wanted.filter(([, value, before]) => value !== before)
  }
  const save = async () => {
    setBusy(true)
    for (const [key, value] of writes ? changed() : []) {
      const done = await project.run('setPreference', { key, value })
      if (isProblem(done)) {
        setBusy(false)
        return toast.show({ kind: 'error', message: problemText(done.problem) })
      }
    }
    device.theme = theme
    if (author.trim() && author.trim() !== device.author) await keepAuthor(project, author.trim())
    if (language !== spoken) await setLanguage(language)
    onClose()
    toast.show({ kind: 'success', message: t('settings.saved') })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('settings.title')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <div className="settings">
        <Slider
          label={t('settings.fontSize')}
          value={size}
          least={fontSize.least}
          most={fontSize.most}
          text={(px) => `${px} px`}
          onChange={setSize}
          disabled={!writes}
        />
        <Slider
          label={t('settings.highlightColumn')}
          value={column}
          least={highlightColumnWidth.least}
          most={highlightColumnWidth.most}
          text={(share) => formatShare(share / 100)}
          onChange={setColumn}
          disabled={!writes}
        />
        <Switch label={t('settings.highlightCounter')} checked={counter} onChange={setCounter} disabled={!writes} />
        <hr />
        <TextField
          label={t('settings.author')}
          note={t('settings.authorHint')}
          value={author}
          onChange={setAuthor}
          maxLength={100}
          autoComplete="name"
        />
        <div className="settings-pair">
          <Select
            label={t('settings.theme')}
            options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
            value={theme}
            onChange={(next) => {
              setTheme(next)
              tryTheme(next)
            }}
          />
          <Select
            label={t('language.choose')}
            options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
            value={language}
            onChange={choose}
          />
        </div>
        <LeftSteps />
      </div>
    </Modal>
  )
}
