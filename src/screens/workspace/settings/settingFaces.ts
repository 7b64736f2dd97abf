/** How each setting of the project's look is called, and in which part of the form it stands: in the order of the form. */
import { formatMinutes, formatShare } from '../../../i18n/formats.ts'
import type { MessageKey } from '../../../i18n/i18n.ts'
import type { NumberSetting, SettingKey, SwitchSetting } from '../../../model/rules/projects/settings.ts'

/** `protection`: of protected projects alone. */
export type SettingGroup = 'view' | 'report' | 'protection'

interface Face {
  label: MessageKey
  part: SettingGroup
  /** The palette offers it too. */
  inPalette?: true
  /** Not where a window is narrow. */
  wideOnly?: true
}

const share = (hundredths: number): string => formatShare(hundredths / 100)

export const settingFaces: { readonly [S in SwitchSetting]: Face } & {
  readonly [S in NumberSetting]: Face & { text: (value: number) => string }
} = {
  sourceFontSize: { label: 'settings.fontSize', part: 'view', text: (px) => `${px} px` },
  highlightColumnWidth: { label: 'settings.highlightColumn', part: 'view', text: share },
  // Where a window is narrow, memos stand under the text (1 §2).
  memoColumnWidth: { label: 'settings.memoColumn', part: 'view', text: share, wideOnly: true },
  highlightCounter: { label: 'settings.highlightCounter', part: 'view', inPalette: true },
  overlapView: { label: 'settings.overlapView', part: 'report' },
  hierarchyView: { label: 'settings.hierarchyView', part: 'report' },
  lockAfter: { label: 'settings.lockAfter', part: 'protection', text: formatMinutes },
}

export const faceOfSetting = (key: SettingKey): Face & { text?: (value: number) => string } => settingFaces[key]
export const settingKeys = Object.keys(settingFaces) as readonly SettingKey[]
export const switches = settingKeys.filter((key): key is SwitchSetting => faceOfSetting(key).text === undefined)
