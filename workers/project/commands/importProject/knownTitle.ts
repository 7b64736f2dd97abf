/** `Anna.docx` and `anna` are one title: tables of properties name sources as their authors please. */
import { cleanLine } from '../../../../src/model/text/richText.ts'
import type { Db } from '../../../../wasm/database/db.ts'

const fileEnds = /\.(?:docx?|pdf|odt|txt|md|html?|rtf|srt|vtt)$/

export const knownTitle = (title: string): string => cleanLine(title).trim().toLowerCase().replace(fileEnds, '')

/** Of these titles, a line each, how many are those of sources that are there, or of `coming` (a line each), each of which is meant once. */
export function titlesThere(db: Db, titles: string, coming = ''): number {
  const there = db.all<{ title: string }>('SELECT title FROM sources').map(({ title }) => title)
  return titlesAmong([...there, ...coming.split('\n')], titles)
}

/** As `titlesThere`, of sources with the titles `there`. */
export function titlesAmong(there: readonly string[], titles: string): number {
  const left = new Map<string, number>()
  for (const title of there) {
    const known = knownTitle(title)
    left.set(known, (left.get(known) ?? 0) + 1)
  }
  let found = 0
  for (const title of titles.split('\n')) {
    const known = knownTitle(title)
    const more = left.get(known) ?? 0
    if (known === '' || more === 0) continue
    left.set(known, more - 1)
    found += 1
  }
  return found
}
