import { cleanLine } from '../../../../src/model/text/richText.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import { atSource } from '../../../../wasm/database/texts.ts'
import { isThere } from './sources.ts'

/** Of each of these documents, whether a source of its title has its words already, whichever question they answer. */
export function textsThere(db: Db, documents: readonly { title: string; html: string }[]): boolean[] {
  const titles = new Set(db.all<{ title: string }>('SELECT title FROM sources').map(({ title }) => title))
  return documents.map(({ title, html }) => {
    const known = cleanLine(title)
    if (!titles.has(known)) return false
    const alike = db.all<{ id: number }>('SELECT id FROM sources WHERE title = ?', [known])
    const texts = alike.flatMap(({ id }) =>
      atSource(db, id).all<{ answer: string }>('SELECT answer FROM question_answers WHERE sourceId = ?', [id]),
    )
    return texts.some(({ answer }) => isThere(answer, html))
  })
}
