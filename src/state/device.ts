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
  /** How often this person has looked into an opened quirk. */
  openedSeen: number
}

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const theme = read('thicket:theme')

export const device = proxy<Device>({
  author: read('name') ?? '',
  sidebarWidth: Number(read('sidebar-width')) || null,
  theme: theme === 'light' || theme === 'dark' ? theme : 'system',
  settings: ownSettings(),
  letterKeys: read('thicket:letter-keys') !== 'off',
  paragraphNumbers: read('thicket:paragraph-numbers') === 'on',
  openedSeen: Number(read('thicket:opened-seen')) || 0,
})

export function turnParagraphNumbers(): void {
  device.paragraphNumbers = !device.paragraphNumbers
}

function ownSettings(): OwnSettings {
  try {
    return (JSON.parse(read('thicket:settings') ?? '{}') ?? {}) as OwnSettings
  } catch {
    return {}
  }
}

subscribe(device, () => {
  try {
    localStorage.setItem('name', device.author)
    if (device.sidebarWidth !== null) localStorage.setItem('sidebar-width', String(device.sidebarWidth))
    localStorage.setItem('thicket:theme', device.theme)
    localStorage.setItem('thicket:settings', JSON.stringify(device.settings))
    localStorage.setItem('thicket:letter-keys', device.letterKeys ? 'on' : 'off')
    localStorage.setItem('thicket:paragraph-numbers', device.paragraphNumbers ? 'on' : 'off')
    localStorage.setItem('thicket:opened-seen', String(device.openedSeen))
  } catch {
    // No storage for this page: the choices last as long as it.
  }
})

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** A single printable key that this person has switched off: nothing is to be done at it. */
export const isSwitchedOff = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  !device.letterKeys && key !== ' ' && [...key].length === 1 && !ctrlKey && !metaKey && !altKey
