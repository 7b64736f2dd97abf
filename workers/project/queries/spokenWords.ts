/** Where the words of a recording stand in its text as it is, and when each was said. */
import { packWords } from '../../../src/model/sound/packedWords.ts'
import { saidWords } from '../../../src/model/sound/saidWords.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { textOf } from '../../../wasm/database/texts.ts'

export function spokenWords(db: Db, { recordingId }: { recordingId: number }): Float64Array {
  const found = db.one<{ answerId: number; milliseconds: number; words: string | null }>(
    `SELECT a.id AS answerId, milliseconds, (SELECT words FROM transcripts WHERE recordingId = r.id ORDER BY id LIMIT 1) AS words
FROM recordings r JOIN question_answers a ON a.sourceId = r.sourceId AND a.questionId = r.questionId WHERE r.id = ?`,
    [recordingId],
  )
  const text = found && textOf(db, found.answerId)
  return text ? packWords(saidWords(found.milliseconds, found.words, text)) : new Float64Array()
}
