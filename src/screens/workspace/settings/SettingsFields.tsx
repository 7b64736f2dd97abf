import { type RefObject, useId } from 'react'
import { can } from '../../../data/server/serverFacts.ts'
import { LANGUAGES, type Language } from '../../../i18n/language.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Settings } from '../../../model/rules/projects/settings.ts'
import type { ThemeChoice } from '../../../state/device.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { ByKey } from '../../../ui/keyboard.ts'
import { themes } from '../../ThemeMenu.tsx'
import { SettingPart } from './SettingPart.tsx'

/** What the form of the settings holds. */
export interface SettingsDraft {
  settings: Settings
  theme: ThemeChoice
  /** How it is seen is to be the project's default too. */
  forAll: boolean
  author: string
  language: Language
  letterKeys: boolean
}

interface SettingsFieldsProps {
  value: SettingsDraft
  onChange: (changed: Partial<SettingsDraft>) => void
  isProtected: boolean
  /** Whoever may write may change the project's default. */
  writes: boolean
  /** Back to what the project says; missing where nothing differs from it. */
  onAsProject?: (() => void) | undefined
  /** What is wrong with the author's name. */
  error?: string | undefined
  author?: RefObject<HTMLInputElement | null>
}

/** How the project is seen, and who sees it. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { value, onChange, isProtected, writes, onAsProject, error, author } = props
  const t = useT()
  const report = useId()
  return (
    <>
      <fieldset className="settings-part">
        <legend>{t('settings.view')}</legend>
        <p className="settings-note">{t('settings.viewHint')}</p>
        <SettingPart part="view" value={value.settings} onChange={(settings) => onChange({ settings })} />
        <Select
          label={t('settings.theme')}
          options={themes.map((theme) => ({ value: theme, label: t(`settings.theme.${theme}`) }))}
          value={value.theme}
          onChange={(theme) => onChange({ theme })}
        />
        <div className="settings-report" role="group" aria-labelledby={report}>
          <h3 id={report}>{t('settings.report')}</h3>
          <SettingPart part="report" value={value.settings} onChange={(settings) => onChange({ settings })} />
        </div>
        {isProtected && (
          <SettingPart part="protection" value={value.settings} onChange={(settings) => onChange({ settings })} />
        )}
        <div className="settings-default">
          {writes && (
            <Checkbox label={t('settings.forAll')} checked={value.forAll} onChange={(forAll) => onChange({ forAll })} />
          )}
          {onAsProject && (
            <Button kind="quiet" onClick={onAsProject}>
              {t('settings.asProject')}
            </Button>
          )}
        </div>
      </fieldset>
      <fieldset className="settings-part">
        <legend>{t('settings.person')}</legend>
        {!can('accounts') && (
          <TextField
            ref={author}
            label={t('settings.author')}
            note={t('settings.authorHint')}
            value={value.author}
            error={error}
            onChange={(name) => onChange({ author: name })}
            maxLength={100}
            autoComplete="name"
          />
        )}
        <Select
          label={t('language.choose')}
          options={LANGUAGES.map((language) => ({ value: language, label: t(`language.${language}`) }))}
          value={value.language}
          onChange={(language) => onChange({ language })}
        />
        <ByKey>
          <Switch
            label={t('settings.letterKeys')}
            note={t('settings.letterKeysHint')}
            checked={value.letterKeys}
            onChange={(letterKeys) => onChange({ letterKeys })}
          />
        </ByKey>
      </fieldset>
    </>
  )
}
