/** A transcript as an engine gives it, bounded and in its shape: it is somebody else's program. */
import { z } from 'zod'
import type { Transcript } from '../../src/model/transcript.ts'

/** Bytes of an answer: some hundred hours of speech. */
export const mostAnswered = 32 * 1024 * 1024

const time = z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.round)
const word = z.object({ text: z.string().trim().min(1).max(10_000), from: time, to: time })
const segment = z.object({
  from: time,
  to: time,
  speaker: z.exactOptional(z.string().trim().min(1).max(200)),
  words: z.array(word),
})
const transcript = z.object({ language: z.string().trim().max(40), segments: z.array(segment) })

/** Throws where it is none. */
export const asTranscript = (value: unknown): Transcript => transcript.parse(value)

/** `text` is JSON. Throws where it is no transcript. */
export const readTranscript = (text: string): Transcript => asTranscript(JSON.parse(text))
