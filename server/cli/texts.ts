/** `thicket texts`: the plain text of every answer. */
import { parseHtml } from '../../src/model/text/richText.ts'
import type { Db } from '../../wasm/database/db.ts'
import { readProject } from '../working/openToRead.ts'
import { command } from './command.ts'
import { jsonArray, printAll } from './output.ts'
import { passwordOf, passwordOption, passwordUsage, readingProtected } from './password.ts'

export interface TextRow {
  sourceId: number
  source: string
  questionId: number
  question: string
  text: string
}

const atOnce = 20

/** In the order of sources and questions; only some are in memory at a time. */
export function* textsOf(db: Db): Generator<TextRow> {
  let last = [Number.MIN_SAFE_INTEGER, 0, 0]
  for (;;) {
    const rows = db.all<Omit<TextRow, 'text'> & { id: number; text: string | null; answer: string | null }>(
      `SELECT a.id, a.sourceId, COALESCE(s.title, '') AS source, a.questionId, COALESCE(q.question, '') AS question,
  t.text, CASE WHEN t.text IS NULL THEN a.answer END AS answer
FROM question_answers a LEFT JOIN answer_texts t ON t.answerId = a.id
LEFT JOIN sources s ON s.id = a.sourceId LEFT JOIN questions q ON q.id = a.questionId
WHERE (a.sourceId, a.questionId, a.id) > (?, ?, ?) ORDER BY a.sourceId, a.questionId, a.id LIMIT ${atOnce}`,
      last,
    )
    for (const { id, text, answer, ...row } of rows) {
      last = [row.sourceId, row.questionId, id]
      yield { ...row, text: text ?? parseHtml(answer ?? '').text }
    }
    if (rows.length < atOnce) return
  }
}

export const main = command(
  {
    usage: `texts <project.qrk> --json ${passwordUsage}`,
    options: { json: { type: 'boolean' }, ...passwordOption },
    needs: ['json'],
    words: { least: 1, most: 1 },
  },
  async ({ words: [name = ''], options, folder }) => {
    const done = await readProject(
      name,
      folder,
      (db) => printAll(jsonArray(textsOf(db))),
      readingProtected(() => passwordOf({ options, folder })),
    )
    return 'problem' in done ? done : 0
  },
)
