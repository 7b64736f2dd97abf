/** Recordings of what texts are written down from, and the times of their words. */
import type { AnswerPlace, NewRecording } from '../../../src/model/commands.ts'
import { refuse } from '../../../src/model/problems.ts'
import { readTimedWords } from '../../../src/model/sound/timedWords.ts'
import { canonicalText, cleanLine } from '../../../src/model/text/richText.ts'
import type { Handler, Tx } from '../tx.ts'

/** Refuses badRequest where its words are none. Returns its id. */
export function insertRecording(tx: Tx, place: AnswerPlace, { words, title, ...sound }: NewRecording): number {
  const id = tx.newId()
  const { sourceId, questionId } = place
  const made = { author: tx.author, timestamp: tx.now }
  tx.insert('recordings', { id, sourceId, questionId, title: cleanLine(title), ...sound, ...made })
  if (words === undefined) return id
  if (!readTimedWords(words)) refuse({ kind: 'badRequest', detail: 'the times of the words are none' })
  tx.insert('transcripts', { id: tx.newId(), recordingId: id, words: canonicalText(words) })
  return id
}

export const addRecording: Handler<'addRecording'> = (tx, { sourceId, questionId, ...recording }) => {
  tx.need('sources', sourceId, { kind: 'sourceNotFound' })
  tx.need('questions', questionId, { kind: 'questionNotFound' })
  return insertRecording(tx, { sourceId, questionId }, recording)
}

export const updateRecording: Handler<'updateRecording'> = (tx, { recordingId, title, sound }) => {
  tx.need('recordings', recordingId, { kind: 'notFound', table: 'recordings' })
  tx.update('recordings', recordingId, { ...(title !== undefined && { title: cleanLine(title) }), ...sound })
}

export const removeRecording: Handler<'removeRecording'> = (tx, { recordingId }) => {
  tx.need('recordings', recordingId, { kind: 'notFound', table: 'recordings' })
  tx.remove('recordings', [recordingId])
}
