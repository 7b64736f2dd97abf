/** What this browser keeps for its person, whatever the project. The keys `name` and `sidebar-width` are the specification's (1 §7). */
import { proxy, subscribe } from 'valtio'

export type ThemeChoice = 'system' | 'light' | 'dark'

export interface Device {
  /** The author's name in local mode; empty until given. */
  author: string
  /** In px; null until the person has chosen one. */
  sidebarWidth: number | null
  theme: ThemeChoice
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
})

subscribe(device, () => {
  try {
    localStorage.setItem('name', device.author)
    if (device.sidebarWidth !== null) localStorage.setItem('sidebar-width', String(device.sidebarWidth))
    localStorage.setItem('thicket:theme', device.theme)
  } catch {
    // No storage for this page: the choices last as long as it.
  }
})
