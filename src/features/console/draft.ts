/** What is being written in the console of a project: kept by this browser, so that leaving the view, or a reload, loses nothing. */
const key = (project: string) => `thicket:statement:${project}`

export function keptDraft(project: string): string {
  try {
    return localStorage.getItem(key(project)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(project: string, sql: string): void {
  try {
    if (sql === '') localStorage.removeItem(key(project))
    else localStorage.setItem(key(project), sql)
  } catch {
    // No storage for this page: it lasts as long as the view.
  }
}
