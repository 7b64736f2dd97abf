/**
 * Which settings a person works with (1 §2, §9): their own, kept by the browser, else the project's preference, else the usual.
 * Whatever is stored, what comes out lies within the limits.
 */
import { fontSize, highlightColumnWidth, memoColumnWidth } from '../../limits.ts'
import type { Key, Preference } from '../../schema.ts'

export interface Settings {
  /** In px. */
  sourceFontSize: number
  /** In hundredths of the text's width. */
  highlightColumnWidth: number
  /** Of the memo column, open; in hundredths of the text's width. */
  memoColumnWidth: number
  /** Numbers of highlights stand on the quirks. */
  highlightCounter: boolean
  /** Reports have the overlaps of quirks. */
  overlapView: boolean
  /** Reports have quirks with what is inside them. */
  hierarchyView: boolean
}

/** Only what a person has chosen otherwise than the project. */
export type OwnSettings = { readonly [S in keyof Settings]?: Settings[S] | undefined }

type Preferences = ReadonlyMap<Key, Pick<Preference, 'value'>>

interface Limits {
  readonly least: number
  readonly most: number
  readonly usual: number
}

export function settingsOf(own: OwnSettings, preferences: Preferences | undefined): Settings {
  const stored = (key: keyof Settings): unknown => own[key] ?? preferences?.get(key)?.value
  return {
    sourceFontSize: within(fontSize, stored('sourceFontSize')),
    highlightColumnWidth: within(highlightColumnWidth, stored('highlightColumnWidth')),
    memoColumnWidth: within(memoColumnWidth, stored('memoColumnWidth')),
    highlightCounter: String(stored('highlightCounter')) !== 'false',
    overlapView: String(stored('overlapView')) !== 'false',
    hierarchyView: String(stored('hierarchyView')) !== 'false',
  }
}

function within({ least, most, usual }: Limits, stored: unknown): number {
  const value = Number(stored ?? usual)
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual
}

const keys = [
  'sourceFontSize',
  'highlightColumnWidth',
  'memoColumnWidth',
  'highlightCounter',
  'overlapView',
  'hierarchyView',
] as const

/** What a person's own settings become: whoever wants what the project says follows it, also when it changes. */
export function ownAfter(wanted: Settings, project: Settings): OwnSettings {
  return Object.fromEntries(keys.filter((key) => wanted[key] !== project[key]).map((key) => [key, wanted[key]]))
}

/** The preferences to write so that the project says what is wanted: those that differ, and only those (1 §4). */
export function preferencesAfter(wanted: Settings, project: Settings): { key: keyof Settings; value: string }[] {
  return keys.filter((key) => wanted[key] !== project[key]).map((key) => ({ key, value: String(wanted[key]) }))
}
