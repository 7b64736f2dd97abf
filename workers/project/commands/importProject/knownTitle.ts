/** `Anna.docx` and `anna` are one title: tables of properties name sources as their authors please. */
import { cleanLine } from '../../../../src/model/text/richText.ts'
import type { Db } from '../../../../wasm/db.ts'

const fileEnds = /\.(?:docx?|pdf|odt|txt|md|html?|rtf|srt|vtt)$/

export const knownTitle = (title: string): string => cleanLine(title).trim().toLowerCase().replace(fileEnds, '')

/** Of these titles, a line each, how many are those of sources that are there, each of which is meant once. */
export function titlesThere(db: Db, titles: string): number {
  const there = new Map<string, number>()
  for (const { title } of db.all<{ title: string }>('SELECT title FROM sources')) {
    const known = knownTitle(title)
    there.set(known, (there.get(known) ?? 0) + 1)
  }
  let found = 0
  for (const title of titles.split('\n')) {
    const known = knownTitle(title)
    const left = there.get(known) ?? 0
    if (known === '' || left === 0) continue
    there.set(known, left - 1)
    found += 1
  }
  return found
}
