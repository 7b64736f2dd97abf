/** Local storage; where the browser gives the page none, what is kept lives as long as the page. */

const instead = new Map<string, string>()

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? instead.get(key) ?? null
  } catch {
    return instead.get(key) ?? null
  }
}

/** null: forgets it. */
export function keep(key: string, value: string | null): void {
  instead.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) instead.set(key, value)
  }
}
