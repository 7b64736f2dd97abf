import { formatShare } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { fontSize, highlightColumnWidth, memoColumnWidth } from '../../../model/limits.ts'
import type { Settings } from '../../../model/rules/projects/settings.ts'
import { Slider } from '../../../ui/fields/Slider.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { useNarrow } from '../../useNarrow.ts'

interface ViewSettingsProps {
  value: Settings
  onChange: (value: Settings) => void
}

/** The settings that are about looking, each within its limits (1 §5). */
export function ViewSettings({ value, onChange }: ViewSettingsProps) {
  const t = useT()
  const narrow = useNarrow()
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
      {/* Where a window is narrow, memos stand under the text (1 §2). */}
      {!narrow && (
        <Slider
          label={t('settings.memoColumn')}
          value={value.memoColumnWidth}
          least={memoColumnWidth.least}
          most={memoColumnWidth.most}
          text={(share) => formatShare(share / 100)}
          onChange={(width) => onChange({ ...value, memoColumnWidth: width })}
        />
      )}
      <Switch
        label={t('settings.highlightCounter')}
        checked={value.highlightCounter}
        onChange={(highlightCounter) => onChange({ ...value, highlightCounter })}
      />
    </>
  )
}
