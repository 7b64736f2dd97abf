/**
 * Which settings a person works with (1 §2, §9): their own, kept by the browser, else the project's preference, else the usual.
 * Whatever is stored, what comes out lies within the limits.
 */
import { fontSize, highlightColumnWidth, lockAfter, memoColumnWidth } from '../../limits.ts'
import type { Key, Preference } from '../../schema.ts'

/** A number within bounds, or on and off. */
type Setting = { readonly bounds: Limits } | { readonly usual: boolean }

interface Limits {
  readonly least: number
  readonly most: number
  readonly usual: number
}

/**
 * One record a setting, by the key of the project's preference: what it may be, and what it is until somebody says otherwise. The worker holds
 * what is written against it; how it is called and where it is set stands in `screens/workspace/settings/settingFaces.ts`.
 */
const settings = {
  /** In px. */
  sourceFontSize: { bounds: fontSize },
  /** In hundredths of the text's width. */
  highlightColumnWidth: { bounds: highlightColumnWidth },
  /** Of the memo column, open; in hundredths of the text's width. */
  memoColumnWidth: { bounds: memoColumnWidth },
  /** Numbers of highlights stand on the quirks. */
  highlightCounter: { usual: true },
  /** Reports have the overlaps of quirks. */
  overlapView: { usual: true },
  /** Reports have quirks with what is inside them. */
  hierarchyView: { usual: true },
  /** A protected project is locked after so many minutes without input. */
  lockAfter: { bounds: lockAfter },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings
/** Those that are numbers, and those that are on or off. */
export type NumberSetting = {
  [S in SettingKey]: (typeof settings)[S] extends { bounds: Limits } ? S : never
}[SettingKey]
export type SwitchSetting = Exclude<SettingKey, NumberSetting>
export type Settings = { readonly [S in SettingKey]: S extends NumberSetting ? number : boolean }

const keys = Object.keys(settings) as readonly SettingKey[]

/** Between which numbers a preference of this key lies; undefined: it is none of those. */
export const boundsOf = (key: string): Limits | undefined => {
  const setting: Setting | undefined = Object.hasOwn(settings, key) ? settings[key as SettingKey] : undefined
  return setting && 'bounds' in setting ? setting.bounds : undefined
}

/** The project's own theme, which a browser follows that has none of its own. */
export const darkThemeKey = 'darkTheme'
export const saysDark = (preferences: Preferences | undefined): boolean =>
  preferences?.get(darkThemeKey)?.value === 'true'

/** Kept once people have placed what is drawn: from then on distances are drawn as they are stored, whatever is counted. */
export const placedKey = 'canvasPlaced'
/** '': nobody has; 'true': those without a parent; 'all': what is stored of the others is where they stand inside them, too (`canvas/map/nestedPlaces.ts`). */
export type Placed = '' | 'true' | 'all'
export const placedIn = (preferences: Preferences | undefined): Placed => {
  const value = preferences?.get(placedKey)?.value
  return value === 'true' || value === 'all' ? value : ''
}

/** Whether a preference of this key is how the project looks, which says nothing of what is in it. */
export const isSetting = (key: string): boolean =>
  Object.hasOwn(settings, key) || key === darkThemeKey || key === placedKey

/** Only what a person has chosen otherwise than the project. */
export type OwnSettings = { readonly [S in SettingKey]?: Settings[S] | undefined }

type Preferences = ReadonlyMap<Key, Pick<Preference, 'value'>>

export function settingsOf(own: OwnSettings, preferences: Preferences | undefined): Settings {
  const read = (key: SettingKey): number | boolean => {
    const stored: unknown = own[key] ?? preferences?.get(key)?.value
    const setting: Setting = settings[key]
    if ('bounds' in setting) return within(setting.bounds, stored)
    return setting.usual ? String(stored) !== 'false' : String(stored) === 'true'
  }
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Settings
}

function within({ least, most, usual }: Limits, stored: unknown): number {
  const value = Number(stored ?? usual)
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual
}

/** What a person's own settings become: whoever wants what the project says follows it, also when it changes. */
export function ownAfter(wanted: Settings, project: Settings): OwnSettings {
  return Object.fromEntries(keys.filter((key) => wanted[key] !== project[key]).map((key) => [key, wanted[key]]))
}

/** The preferences to write so that the project says what is wanted: those that differ, and only those (1 §4). */
export function preferencesAfter(wanted: Settings, project: Settings): { key: SettingKey; value: string }[] {
  return keys.filter((key) => wanted[key] !== project[key]).map((key) => ({ key, value: String(wanted[key]) }))
}
