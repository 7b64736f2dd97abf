/** What this browser keeps for its person, whatever the project. The keys `name` and `sidebar-width` are the specification's (1 §7). */
import { proxy, subscribe } from 'valtio'
import type { OwnSettings } from '../model/rules/projects/settings.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

export interface Device {
  /** The author's name in local mode; empty until given. */
  author: string
  /** In px; null until the person has chosen one. */
  sidebarWidth: number | null
  /** `system`: what the open project says, else the system. */
  theme: ThemeChoice
  /** Where this person differs from the projects' settings. */
  settings: OwnSettings
  /** Single keys without Ctrl or Alt do something (WCAG 2.1.4: they can be switched off). */
  letterKeys: boolean
  /** Each paragraph of a text has its number beside it. */
  paragraphNumbers: boolean
  /** The codebook stands beside the canvas where there is room; null until the person has opened or closed it. */
  codebook: boolean | null
  /** How often this person has looked into an opened quirk. */
  openedSeen: number
}

/** How a value is kept: under which key, what is read of it whatever is stored (null: nothing), and what is written (null: nothing is). */
interface Kept<T> {
  key: string
  read: (stored: string | null) => T
  write: (value: T) => string | null
}

const switched = (key: string, usual: boolean): Kept<boolean> => ({
  key,
  read: (stored) => (usual ? stored !== 'off' : stored === 'on'),
  write: (on) => (on ? 'on' : 'off'),
})

const kept: { readonly [K in keyof Device]: Kept<Device[K]> } = {
  author: { key: 'name', read: (stored) => stored ?? '', write: (name) => name },
  sidebarWidth: {
    key: 'sidebar-width',
    read: (stored) => Number(stored) || null,
    write: (width) => (width === null ? null : String(width)),
  },
  theme: {
    key: 'thicket:theme',
    read: (stored) => (stored === 'light' || stored === 'dark' ? stored : 'system'),
    write: (theme) => theme,
  },
  settings: { key: 'thicket:settings', read: ownSettings, write: JSON.stringify },
  letterKeys: switched('thicket:letter-keys', true),
  paragraphNumbers: switched('thicket:paragraph-numbers', false),
  codebook: {
    key: 'thicket:codebook',
    read: (stored) => (stored === null ? null : stored === 'open'),
    write: (isOpen) => (isOpen === null ? null : isOpen ? 'open' : 'closed'),
  },
  openedSeen: { key: 'thicket:opened-seen', read: (stored) => Number(stored) || 0, write: String },
}
const names = Object.keys(kept) as readonly (keyof Device)[]

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const device = proxy(
  Object.fromEntries(names.map((name) => [name, kept[name].read(stored(kept[name].key))])) as unknown as Device,
)

function written<K extends keyof Device>(name: K): void {
  const { key, write } = kept[name]
  const value = write(device[name])
  if (value !== null) localStorage.setItem(key, value)
}

subscribe(device, () => {
  try {
    names.forEach(written)
  } catch {
    // No storage for this page: the choices last as long as it.
  }
})

function ownSettings(stored: string | null): OwnSettings {
  try {
    return (JSON.parse(stored ?? '{}') ?? {}) as OwnSettings
  } catch {
    return {}
  }
}

export function turnParagraphNumbers(): void {
  device.paragraphNumbers = !device.paragraphNumbers
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** A single printable key that this person has switched off: nothing is to be done at it. */
export const isSwitchedOff = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  !device.letterKeys && key !== ' ' && [...key].length === 1 && !ctrlKey && !metaKey && !altKey
