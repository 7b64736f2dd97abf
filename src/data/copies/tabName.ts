/** The name of this tab: kept through a reload, so that it finds its undo history again; new in every other tab. */
const key = 'thicket:tab'
let name: string | undefined

export function tabName(): string {
  if (name) return name
  // A duplicated tab gets a copy of the session storage: the mark says that the name is in use by the one it came from.
  const kept = sessionStorage.getItem(key)
  const reloaded = performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')
  name = kept && reloaded ? kept : crypto.randomUUID()
  sessionStorage.setItem(key, name)
  return name
}
