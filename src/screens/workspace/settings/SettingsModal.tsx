import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRows } from '../../../data/live/useLive.ts'
import { setLanguage } from '../../../i18n/language.ts'
import { useLanguage, useT } from '../../../i18n/useT.ts'
import { mayWrite } from '../../../model/access.ts'
import { isProblem } from '../../../model/problems.ts'
import {
  darkThemeKey,
  ownAfter,
  preferencesAfter,
  type Settings,
  saysDark,
  settingsOf,
} from '../../../model/rules/projects/settings.ts'
import { device } from '../../../state/device.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { tryTheme } from '../../theme.ts'
import { keepAuthor } from '../author/author.ts'
import { SetAsideSteps } from '../saving/SetAsideSteps.tsx'
import { type SettingsDraft, SettingsFields } from './SettingsFields.tsx'

/** How this person sees the project, and what this browser keeps for them; nothing is kept until saved. */
export function SettingsModal({ onClose }: { onClose: () => void }) {
  const preferences = useRows('preferences', {})
  if (!preferences) return null
  const saidDark = saysDark(preferences)
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
  const { access, isProtected } = useSnapshot(project.state)
  const writes = mayWrite(access)
  const spoken = useLanguage()
  const { theme, letterKeys, author } = device
  const [draft, setDraft] = useState<SettingsDraft>({
    ...{ settings: mine, theme, forAll: false, author, language: spoken, letterKeys },
  })
  const [nameless, setNameless] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => tryTheme(null), [])

  const change = (changed: Partial<SettingsDraft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    if (changed.theme) tryTheme(changed.theme)
  }
  /** 1 §4: the project's preferences, per key and only those that change. */
  const write = async (): Promise<boolean> => {
    // "Like the system" is this browser's alone.
    const dark = draft.theme === 'system' ? saidDark : draft.theme === 'dark'
    const changed: { key: string; value: string }[] = preferencesAfter(draft.settings, said)
    if (dark !== saidDark) changed.push({ key: darkThemeKey, value: String(dark) })
    for (const { key, value } of changed) {
      const done = await project.run('setPreference', { key, value })
      if (!isProblem(done)) continue
      showProblem(done.problem)
      return false
    }
    return true
  }
  const save = async () => {
    const name = draft.author.trim()
    // Whoever has a name can take another one, but not none.
    setNameless(name === '' && device.author !== '')
    if (name === '' && device.author !== '') return field.current?.focus()
    setBusy(true)
    if (draft.forAll && writes && !(await write())) return setBusy(false)
    device.settings = draft.forAll ? {} : ownAfter(draft.settings, said)
    device.theme = draft.theme
    device.letterKeys = draft.letterKeys
    if (name && name !== device.author) await keepAuthor(project, name)
    if (draft.language !== spoken) await setLanguage(draft.language)
    onClose()
    toast.show({ kind: 'success', message: t('settings.saved') })
  }
  const differs = draft.theme !== 'system' || preferencesAfter(draft.settings, said).length > 0
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
        <SetAsideSteps />
        <SettingsFields
          value={draft}
          onChange={change}
          isProtected={isProtected}
          writes={writes}
          onAsProject={differs ? () => change({ settings: said, theme: 'system' }) : undefined}
          error={nameless && !draft.author.trim() ? t('settings.authorMissing', { name: device.author }) : undefined}
          author={field}
        />
      </div>
    </Modal>
  )
}
