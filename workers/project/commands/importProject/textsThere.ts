import { cleanLine } from '../../../../src/model/text/richText.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import { isThere } from './sources.ts'

/** Of each of these documents, whether a source of its title has its words already, whichever question they answer. */
export function textsThere(db: Db, documents: readonly { title: string; html: string }[]): boolean[] {
  const titles = new Set(db.all<{ title: string }>('SELECT title FROM sources').map(({ title }) => title))
  return documents.map(({ title, html }) => {
    const known = cleanLine(title)
    if (!titles.has(known)) return false
    const texts = db.all<{ answer: string }>(
      'SELECT answer FROM question_answers a JOIN sources s ON s.id = a.sourceId WHERE s.title = ?',
      [known],
    )
    return texts.some(({ answer }) => isThere(answer, html))
  })
}
