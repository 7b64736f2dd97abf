/** Recordings of another project, with the times of their words: each once, at the answer that was written down from it. */
import type { ProjectRows } from '../../../projectRows.ts'
import type { Recording } from '../../../schema.ts'
import type { MergeResult } from './result.ts'
import { type MergedSources, placeKey } from './sources.ts'

/** Whatever has become of the text, times stay with the words as they were transcribed: nothing of them is moved. */
export function mergeRecordings(result: MergeResult, other: ProjectRows, { texts }: MergedSources): void {
  const { recordings, transcripts } = result.rows
  const known = new Map(recordings.map((row) => [nameOf(row), row.id]))
  const ids = new Map<number, number>()
  for (const row of other.recordings ?? []) {
    const text = texts.get(placeKey(row.sourceId, row.questionId))
    if (!text) continue
    const placed = { ...row, sourceId: text.sourceId, questionId: text.questionId }
    if (known.has(nameOf(placed))) continue
    const id = result.freeId('recordings', row.id)
    known.set(nameOf(placed), id)
    ids.set(row.id, id)
    recordings.push({ ...placed, id })
  }
  for (const row of other.transcripts ?? []) {
    const recordingId = ids.get(row.recordingId)
    if (recordingId !== undefined) transcripts.push({ ...row, id: result.freeId('transcripts', row.id), recordingId })
  }
}

/** By its sound where it has one: whoever brought it into both projects brought the same. */
const nameOf = ({ sourceId, questionId, hash, title, timestamp }: Recording): string =>
  `${sourceId} ${questionId} ${hash || `${timestamp} ${title}`}`
