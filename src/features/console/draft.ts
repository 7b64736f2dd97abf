import { mayKeepWords } from '../../data/copies/wordsKept.ts'

/** What is being written in the console of a project: kept by this browser beside the copy, so that leaving the view, or a reload, loses nothing. */
const key = (copy: string) => `thicket:statement:${copy}`

export function keptDraft(copy: string): string {
  try {
    return localStorage.getItem(key(copy)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(copy: string, sql: string): void {
  try {
    if (sql === '' || !mayKeepWords(copy)) localStorage.removeItem(key(copy))
    else localStorage.setItem(key(copy), sql)
  } catch {
    // No storage for this page: it lasts as long as the view.
  }
}
