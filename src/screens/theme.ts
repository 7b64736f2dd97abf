/** Which theme the page has: what this browser has chosen, else what the open project says (`darkTheme`), else the system's. */
import { subscribe } from 'valtio'
import { device, type ThemeChoice } from '../state/device.ts'
import { applyTheme } from '../ui/theme.ts'

let projectIsDark = false
/** Tried out in the settings before it is saved. */
let tried: ThemeChoice | null = null

function apply(): void {
  const chosen = tried ?? device.theme
  applyTheme(chosen === 'system' && projectIsDark && tried === null ? 'dark' : chosen)
}

/** Before the first drawing. */
export function startTheme(): void {
  apply()
  subscribe(device, apply)
}

export function setProjectDark(dark: boolean): void {
  if (dark === projectIsDark) return
  projectIsDark = dark
  apply()
}

export function tryTheme(theme: ThemeChoice | null): void {
  tried = theme
  apply()
}
