import { useId } from 'react'
import { useT } from '../../../i18n/useT.ts'
import type { Settings } from '../../../model/rules/projects/settings.ts'
import { Switch } from '../../../ui/fields/Switch.tsx'

interface ReportSettingsProps {
  value: Settings
  onChange: (changed: Settings) => void
}

/** What a report has beside sources, quirks and passages (1 §2). */
export function ReportSettings({ value, onChange }: ReportSettingsProps) {
  const t = useT()
  const title = useId()
  return (
    <div className="settings-report" role="group" aria-labelledby={title}>
      <h3 id={title}>{t('settings.report')}</h3>
      <Switch
        label={t('settings.overlapView')}
        checked={value.overlapView}
        onChange={(overlapView) => onChange({ ...value, overlapView })}
      />
      <Switch
        label={t('settings.hierarchyView')}
        checked={value.hierarchyView}
        onChange={(hierarchyView) => onChange({ ...value, hierarchyView })}
      />
    </div>
  )
}
