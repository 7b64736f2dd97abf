/** Recordings of the file's texts, with the times of their words. A source that was there already keeps those that it has. */
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import type { Tx } from '../../tx.ts'
import type { Ids } from './importProject.ts'

export function addRecordings(
  tx: Tx,
  { recordings = [], transcripts = [] }: ProjectRows,
  { sources, added, questions }: { sources: Ids; added: ReadonlySet<number>; questions: Ids },
): void {
  const ids = new Map<number, number>()
  for (const row of recordings) {
    const [sourceId, questionId] = [sources.get(row.sourceId), questions.get(row.questionId)]
    if (sourceId === undefined || questionId === undefined || !added.has(sourceId)) continue
    const id = tx.newId()
    ids.set(row.id, id)
    tx.insert('recordings', { ...row, id, sourceId, questionId })
  }
  for (const row of transcripts) {
    const recordingId = ids.get(row.recordingId)
    if (recordingId !== undefined) tx.insert('transcripts', { ...row, id: tx.newId(), recordingId })
  }
}
