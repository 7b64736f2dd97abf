import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../data/useLive.ts'
import { LANGUAGES, setLanguage } from '../i18n/language.ts'
import { useLanguage, useT } from '../i18n/useT.ts'
import { mayWrite } from '../model/access.ts'
import { isProblem } from '../model/problems.ts'
import { ownAfter, preferencesAfter, type Settings, settingsOf } from '../model/rules/settings.ts'
import { device, type ThemeChoice } from '../state/device.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { showProblem } from '../ui/showProblem.ts'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { keepAuthor } from './author.ts'
import { LeftSteps } from './LeftSteps.tsx'
import { themes } from './ThemeMenu.tsx'
import { tryTheme } from './theme.ts'
import { ViewSettings } from './ViewSettings.tsx'

/** How this person sees the project, and what this browser keeps for them; nothing is kept until saved. */
export function SettingsModal({ onClose }: { onClose: () => void }) {
  const preferences = useRows('preferences', {})
  if (!preferences) return null
  const saidDark = preferences.get('darkTheme')?.value === 'true'
  const mine = settingsOf(device.settings, preferences)
  return <SettingsForm said={settingsOf({}, preferences)} saidDark={saidDark} mine={mine} onClose={onClose} />
}

interface SettingsFormProps {
  /** What the project says. */
  said: Settings
  /** The project's `darkTheme`. */
  saidDark: boolean
  /** What this person sees with. */
  mine: Settings
  onClose: () => void
}

function SettingsForm({ said, saidDark, mine, onClose }: SettingsFormProps) {
  const t = useT()
  const project = useProject()
  const writes = mayWrite(useSnapshot(project.state).access)
  const [settings, setSettings] = useState(mine)
  const [theme, setTheme] = useState<ThemeChoice>(device.theme)
  const [forAll, setForAll] = useState(false)
  const [letterKeys, setLetterKeys] = useState(device.letterKeys)
  const [author, setAuthor] = useState(device.author)
  const spoken = useLanguage()
  const [language, choose] = useState(spoken)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => tryTheme(null), [])

  const tryOut = (next: ThemeChoice) => {
    setTheme(next)
    tryTheme(next)
  }
  /** 1 §4: the project's preferences, per key and only those that change. */
  const write = async (): Promise<boolean> => {
    // "Like the system" is this browser's alone.
    const dark = theme === 'system' ? saidDark : theme === 'dark'
    const changed: { key: string; value: string }[] = preferencesAfter(settings, said)
    if (dark !== saidDark) changed.push({ key: 'darkTheme', value: String(dark) })
    for (const { key, value } of changed) {
      const done = await project.run('setPreference', { key, value })
      if (!isProblem(done)) continue
      showProblem(done.problem)
      return false
    }
    return true
  }
  const save = async () => {
    setBusy(true)
    if (forAll && writes && !(await write())) return setBusy(false)
    device.settings = forAll ? {} : ownAfter(settings, said)
    device.theme = theme
    device.letterKeys = letterKeys
    if (author.trim() && author.trim() !== device.author) await keepAuthor(project, author.trim())
    if (language !== spoken) await setLanguage(language)
    onClose()
    toast.show({ kind: 'success', message: t('settings.saved') })
  }
  const differs = theme !== 'system' || preferencesAfter(settings, said).length > 0
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
        <fieldset className="settings-part">
          <legend>{t('settings.view')}</legend>
          <p className="settings-note">{t('settings.viewHint')}</p>
          <ViewSettings value={settings} onChange={setSettings} />
          <Select
            label={t('settings.theme')}
            options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
            value={theme}
            onChange={tryOut}
          />
          <div className="settings-default">
            {writes && <Checkbox label={t('settings.forAll')} checked={forAll} onChange={setForAll} />}
            {differs && (
              <Button
                kind="quiet"
                onClick={() => {
                  setSettings(said)
                  tryOut('system')
                }}
              >
                {t('settings.asProject')}
              </Button>
            )}
          </div>
        </fieldset>
        <fieldset className="settings-part">
          <legend>{t('settings.person')}</legend>
          <TextField
            label={t('settings.author')}
            note={t('settings.authorHint')}
            value={author}
            onChange={setAuthor}
            maxLength={100}
            autoComplete="name"
          />
          <Select
            label={t('language.choose')}
            options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
            value={language}
            onChange={choose}
          />
          <Switch
            label={t('settings.letterKeys')}
            note={t('settings.letterKeysHint')}
            checked={letterKeys}
            onChange={setLetterKeys}
          />
        </fieldset>
        <LeftSteps />
      </div>
    </Modal>
  )
}
