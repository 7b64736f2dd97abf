/** Recordings of the file's texts, with the times of their words. */
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import { movedSound } from '../../../../src/model/sound/media.ts'
import type { Tx } from '../../tx.ts'
import type { Ids } from './importProject.ts'

/** A source that was there already keeps those that it has. `sounds`: as of the command. */
export function addRecordings(
  tx: Tx,
  { recordings = [], transcripts = [] }: ProjectRows,
  { sources, added, questions }: { sources: Ids; added: ReadonlySet<number>; questions: Ids },
  sounds?: ReadonlyMap<string, string>,
): void {
  const ids = new Map<number, number>()
  for (const row of recordings) {
    const [sourceId, questionId] = [sources.get(row.sourceId), questions.get(row.questionId)]
    if (sourceId === undefined || questionId === undefined || !added.has(sourceId)) continue
    const id = tx.newId()
    ids.set(row.id, id)
    const heard = sounds ? movedSound(sounds, row) : row
    tx.insert('recordings', { ...heard, id, sourceId, questionId })
  }
  for (const row of transcripts) {
    const recordingId = ids.get(row.recordingId)
    if (recordingId !== undefined) tx.insert('transcripts', { ...row, id: tx.newId(), recordingId })
  }
}
