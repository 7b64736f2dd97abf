/**
 * Reads a transcript as programs write it that hear speech: the JSON of Whisper, of whisper.cpp and of whisperX, and Thicket's own. Where words have no times,
 * those of their segment hold for all of it.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { transcriptText } from '../../../src/model/sound/transcriptText.ts'
import { fromPlain } from '../../../src/model/text/richText.ts'
import type { TranscriptSegment, TranscriptWord } from '../../../src/model/transcript.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeText } from '../text/decodeText.ts'

/** Problems: fileTypeNotSupported, as a JSON may hold anything, a project too. */
export async function readWhisper({ name, bytes, encoding }: ImportFile, report: Report): Promise<Result<Read>> {
  const segments = segmentsOf(parsed(decodeText(bytes, encoding)?.text ?? ''))
  if (!segments) return problem({ kind: 'fileTypeNotSupported', name })
  report(0.5)
  const timed = transcriptText({ segments })
  return { ok: { rich: fromPlain(timed.text), timed, notes: [] } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** null: these are no segments. */
function segmentsOf(file: unknown): TranscriptSegment[] | null {
  const { segments, transcription } = fieldsOf(file)
  const list = Array.isArray(segments) ? segments : transcription
  if (!Array.isArray(list)) return null
  const read = list.map((segment) => segmentOf(fieldsOf(segment)))
  return read.every((segment) => segment !== null) ? read : null
}

function segmentOf(segment: Fields): TranscriptSegment | null {
  const times = timesOf(segment)
  if (!times) return null
  const text = typeof segment.text === 'string' ? segment.text : null
  const words = (Array.isArray(segment.words) ? segment.words : []).map(fieldsOf)
  const own = wordsOf(words, times)
  if (text === null && own.length === 0 && !Array.isArray(segment.words)) return null
  const { speaker } = segment
  return {
    ...times,
    ...((typeof speaker === 'string' || typeof speaker === 'number') && { speaker: String(speaker) }),
    words: own.length > 0 ? own : [{ text: text ?? '', ...times }],
  }
}

/** A word without a time, as of numbers that nobody heard letter by letter, has what is left between its neighbours. */
function wordsOf(words: readonly Fields[], { from, to }: Times): TranscriptWord[] {
  const times = words.map(timesOf)
  let done = from
  return words.flatMap((word, n) => {
    const text = word.word ?? word.text
    if (typeof text !== 'string') return []
    const next = times.slice(n + 1).find((each) => each !== null)
    const own = times[n] ?? { from: done, to: Math.max(done, next?.from ?? to) }
    done = own.to
    return [{ text, ...own }]
  })
}

interface Times {
  from: number
  to: number
}

/** In ms: `start` and `end` are seconds, `from` and `to`, or whisper.cpp's `offsets`, are ms. */
function timesOf(fields: Fields): Times | null {
  const offsets = fieldsOf(fields.offsets)
  return times(fields.start, fields.end, 1000) ?? times(fields.from, fields.to, 1) ?? times(offsets.from, offsets.to, 1)
}

const longest = Number.MAX_SAFE_INTEGER / 1000

function times(from: unknown, to: unknown, unit: number): Times | null {
  const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < longest
  return isTime(from) && isTime(to)
    ? { from: Math.round(from * unit), to: Math.round(Math.max(from, to) * unit) }
    : null
}
