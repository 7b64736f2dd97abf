import { keepUnder, keptUnder } from '../../data/copies/wordsKept.ts'

/** What is being written in the console of a project: kept by this browser beside the copy, so that leaving the view, or a reload, loses nothing. */
const key = (copy: string) => `thicket:statement:${copy}`

export function keptDraft(copy: string): string {
  const kept = keptUnder(copy, key(copy))
  return kept === null || kept === 'unread' ? '' : kept.words
}

/** What cannot be kept lasts as long as the view. */
export const keepDraft = (copy: string, sql: string): void => void keepUnder(copy, key(copy), sql === '' ? null : sql)
