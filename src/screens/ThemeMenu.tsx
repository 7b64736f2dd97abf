import { useSnapshot } from 'valtio'
import { useT } from '../i18n/useT.ts'
import { device } from '../state/device.ts'
import { IconButton } from '../ui/fields/IconButton.tsx'
import { MoonIcon, SunIcon, SystemThemeIcon } from '../ui/icons.ts'
import { Dropdown } from '../ui/menus/Dropdown.tsx'

export const themes = ['system', 'light', 'dark'] as const
const icons = { system: SystemThemeIcon, light: SunIcon, dark: MoonIcon }

export function ThemeMenu() {
  const t = useT()
  const { theme: chosen } = useSnapshot(device)
  return (
    <Dropdown
      trigger={<IconButton icon={icons[chosen]} label={t('settings.theme')} />}
      items={themes.map((theme) => ({
        label: t(`settings.theme.${theme}`),
        checked: theme === chosen,
        onChange: () => {
          device.theme = theme
        },
      }))}
      align="end"
    />
  )
}
