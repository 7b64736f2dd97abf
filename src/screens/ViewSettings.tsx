import { formatShare } from '../i18n/formats.ts'
import { useT } from '../i18n/useT.ts'
import { fontSize, highlightColumnWidth } from '../model/limits.ts'
import type { Settings } from '../model/rules/settings.ts'
import { Slider } from '../ui/Slider.tsx'
import { Switch } from '../ui/Switch.tsx'

interface ViewSettingsProps {
  value: Settings
  onChange: (value: Settings) => void
}

/** The settings that are about looking, each within its limits (1 §5). */
export function ViewSettings({ value, onChange }: ViewSettingsProps) {
  const t = useT()
  return (
    <>
      <Slider
        label={t('settings.fontSize')}
        value={value.sourceFontSize}
        least={fontSize.least}
        most={fontSize.most}
        text={(px) => `${px} px`}
        onChange={(sourceFontSize) => onChange({ ...value, sourceFontSize })}
      />
      <Slider
        label={t('settings.highlightColumn')}
        value={value.highlightColumnWidth}
        least={highlightColumnWidth.least}
        most={highlightColumnWidth.most}
        text={(share) => formatShare(share / 100)}
        onChange={(width) => onChange({ ...value, highlightColumnWidth: width })}
      />
      <Switch
        label={t('settings.highlightCounter')}
        checked={value.highlightCounter}
        onChange={(highlightCounter) => onChange({ ...value, highlightCounter })}
      />
    </>
  )
}
