/** When what stands in the texts of a source was said, by question: of those that were written down from a recording. */
import type { SourceContent } from '../../src/model/projectReader.ts'
import type { ShownWord } from '../../src/model/sound/alignWords.ts'
import { saidWords } from '../../src/model/sound/saidWords.ts'

/** Of several recordings of one text the first whose words have times. */
export function saidIn(
  { recordings, transcripts }: Pick<SourceContent, 'recordings' | 'transcripts'>,
  texts: ReadonlyMap<number, string>,
): ReadonlyMap<number, ShownWord[]> {
  const said = new Map<number, ShownWord[]>()
  for (const { id, questionId, milliseconds } of recordings) {
    if (said.has(questionId)) continue
    const words = transcripts.find(({ recordingId }) => recordingId === id)?.words ?? null
    const found = saidWords(milliseconds, words, texts.get(questionId) ?? '')
    if (found.length > 0) said.set(questionId, found)
  }
  return said
}
