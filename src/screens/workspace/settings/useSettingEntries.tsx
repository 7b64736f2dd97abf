import { useSnapshot } from 'valtio'
import { useRows } from '../../../data/live/useLive.ts'
import type { PaletteEntry } from '../../../features/commandPalette/entry.ts'
import { LANGUAGES, setLanguage } from '../../../i18n/language.ts'
import { useLanguage, useT } from '../../../i18n/useT.ts'
import { ownAfter, settingsOf } from '../../../model/rules/projects/settings.ts'
import { device } from '../../../state/device.ts'
import { CheckIcon } from '../../../ui/icons.ts'
import { useKeyboard } from '../../../ui/keyboard.ts'
import { themes } from '../../ThemeMenu.tsx'
import { settingFaces, switches } from './settingFaces.ts'

/** This person's settings as things to do at once, each with how it is now. */
export function useSettingEntries(): PaletteEntry[] {
  const t = useT()
  const keyboard = useKeyboard()
  const language = useLanguage()
  const { theme, settings: own, letterKeys } = useSnapshot(device)
  const preferences = useRows('preferences', {})
  const project = settingsOf({}, preferences)
  const settings = settingsOf(own, preferences)
  const onOff = (on: boolean) => t(on ? 'palette.on' : 'palette.off')
  const chosen = (is: boolean) => ({
    mark: is && <CheckIcon aria-hidden />,
    detail: is ? t('palette.chosen') : undefined,
  })
  return [
    ...switches
      .filter((key) => settingFaces[key].inPalette)
      .map((key) => ({
        id: `setting:${key}`,
        label: t(settingFaces[key].label),
        detail: onOff(settings[key]),
        run: () => {
          device.settings = ownAfter({ ...settings, [key]: !settings[key] }, project)
        },
      })),
    ...(keyboard
      ? [
          {
            id: 'setting:letterKeys',
            label: t('settings.letterKeys'),
            detail: onOff(letterKeys),
            run: () => {
              device.letterKeys = !letterKeys
            },
          },
        ]
      : []),
    ...themes.map((choice) => ({
      id: `setting:theme:${choice}`,
      label: t('ui.labelled', { label: t('settings.theme'), value: t(`settings.theme.${choice}`) }),
      ...chosen(choice === theme),
      run: () => {
        device.theme = choice
      },
    })),
    ...LANGUAGES.map((choice) => ({
      id: `setting:language:${choice}`,
      label: t('ui.labelled', { label: t('language.choose'), value: t(`language.${choice}`) }),
      ...chosen(choice === language),
      run: () => void setLanguage(choice),
    })),
  ]
}
