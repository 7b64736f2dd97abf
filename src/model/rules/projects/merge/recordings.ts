/** Recordings of another project, with the times of their words: each once, at the answer that was written down from it. */
import type { ProjectRows } from '../../../projectRows.ts'
import type { Recording } from '../../../schema.ts'
import type { MergeResult } from './result.ts'
import { type MergedSources, placeKey } from './sources.ts'

/**
 * Whatever has become of the text, times stay with the words as they were transcribed: nothing of them is moved. A recording that is there already without its
 * sound has the other's then.
 */
export function mergeRecordings(result: MergeResult, other: ProjectRows, { texts }: MergedSources): void {
  const { recordings, transcripts } = result.rows
  const known = new Map(recordings.flatMap((row, at) => namesOf(row).map((name) => [name, at] as const)))
  const ids = new Map<number, number>()
  for (const row of other.recordings ?? []) {
    const text = texts.get(placeKey(row.sourceId, row.questionId))
    if (!text) continue
    const placed = { ...row, sourceId: text.sourceId, questionId: text.questionId }
    const at = namesOf(placed).flatMap((name) => known.get(name) ?? [])[0]
    if (at === undefined) {
      const id = result.freeId('recordings', row.id)
      for (const name of namesOf(placed)) known.set(name, recordings.length)
      ids.set(row.id, id)
      recordings.push({ ...placed, id })
    } else if (recordings[at]?.hash === '') recordings[at] = { ...recordings[at], ...soundOf(row) }
  }
  for (const row of other.transcripts ?? []) {
    const recordingId = ids.get(row.recordingId)
    if (recordingId !== undefined) transcripts.push({ ...row, id: result.freeId('transcripts', row.id), recordingId })
  }
}

const soundOf = ({ hash, type, milliseconds }: Recording) => ({ hash, type, milliseconds })

/**
 * By what two projects know it to be the same: who brought it into both brought the same sound, and in a copy that is protected, where the hash is another, it is
 * called and was made as before.
 */
const namesOf = ({ sourceId, questionId, hash, title, timestamp }: Recording): string[] => [
  `${sourceId} ${questionId} made ${timestamp} ${title}`,
  ...(hash === '' ? [] : [`${sourceId} ${questionId} hash ${hash}`]),
]
