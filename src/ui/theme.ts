/** Light or dark, the system's unless chosen, and the tokens' colours for those who draw without CSS (Konva, CodeMirror). */
import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
export type Scheme = 'light' | 'dark'

const dark = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
const changed = () => {
  cached.clear()
  for (const listener of listeners) listener()
}

/** Sets `data-theme` on the document; keeping the choice is the caller's. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  changed()
}

export function currentScheme(): Scheme {
  const chosen = document.documentElement.dataset.theme
  return (chosen ?? (dark().matches ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light'
}

export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) dark().addEventListener('change', changed)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) dark().removeEventListener('change', changed)
  }
}

export const useScheme = (): Scheme => useSyncExternalStore(onThemeChange, currentScheme)

const cached = new Map<string, string>()

/** What a token such as `--ink` is now, as `rgb(…)`: a custom property alone would give its `light-dark(…)` text. */
export function themeColour(token: `--${string}`): string {
  const key = `${currentScheme()} ${token}`
  const known = cached.get(key)
  if (known) return known
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  cached.set(key, colour)
  return colour
}
