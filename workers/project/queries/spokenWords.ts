/** Where the words of a recording stand in its text as it is, and when each was said. */
import { alignWords } from '../../../src/model/sound/alignWords.ts'
import { stampedLines } from '../../../src/model/sound/clockTime.ts'
import { readTimedWords, type TimedWord } from '../../../src/model/sound/timedWords.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { textOf } from '../../../wasm/database/texts.ts'

/** Four numbers a word. Where nobody has transcribed it, by the times that somebody has typed into the text. */
export function spokenWords(db: Db, { recordingId }: { recordingId: number }): Float64Array {
  const found = db.one<{ answerId: number; milliseconds: number; words: string | null }>(
    `SELECT a.id AS answerId, milliseconds, (SELECT words FROM transcripts WHERE recordingId = r.id ORDER BY id LIMIT 1) AS words
FROM recordings r JOIN question_answers a ON a.sourceId = r.sourceId AND a.questionId = r.questionId WHERE r.id = ?`,
    [recordingId],
  )
  const text = found && textOf(db, found.answerId)
  if (!text) return new Float64Array()
  const timed = found.words === null ? null : readTimedWords(found.words)
  return packed(timed ? alignWords(timed, text) : stampedLines(text, found.milliseconds))
}

const packed = (words: readonly TimedWord[]): Float64Array =>
  Float64Array.from(words.flatMap(({ from, to, begins, ends }) => [from, to, begins, ends]))
