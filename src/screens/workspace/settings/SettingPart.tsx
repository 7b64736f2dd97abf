import { useT } from '../../../i18n/useT.ts'
import { boundsOf, type Settings } from '../../../model/rules/projects/settings.ts'
import { Slider } from '../../../ui/fields/Slider.tsx'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { useNarrow } from '../../useNarrow.ts'
import { faceOfSetting, type SettingGroup, settingKeys } from './settingFaces.ts'

interface SettingPartProps {
  part: SettingGroup
  value: Settings
  onChange: (value: Settings) => void
}

/** The settings of one part of the form, each within its limits (1 §5). */
export function SettingPart({ part, value, onChange }: SettingPartProps) {
  const t = useT()
  const narrow = useNarrow()
  return settingKeys.map((key) => {
    const { label, part: its, wideOnly, text } = faceOfSetting(key)
    if (its !== part || (wideOnly && narrow)) return null
    const [now, bounds] = [value[key], boundsOf(key)]
    return bounds && text ? (
      <Slider
        key={key}
        label={t(label)}
        value={Number(now)}
        least={bounds.least}
        most={bounds.most}
        text={text}
        onChange={(number) => onChange({ ...value, [key]: number })}
      />
    ) : (
      <Switch
        key={key}
        label={t(label)}
        checked={now === true}
        onChange={(checked) => onChange({ ...value, [key]: checked })}
      />
    )
  })
}
