/**
 * A service that speaks as OpenAI's does (`/v1/audio/transcriptions`), as many do that one runs oneself. Answers differ between them: words, languages
 * and speakers may be left out.
 */
import { type IncomingMessage, request } from 'node:http'
import { request as requestSafely } from 'node:https'
import { z } from 'zod'
import type { Transcript, TranscriptWord } from '../../../src/model/transcript.ts'
import { spokenLanguages } from '../../../src/model/transcript.ts'
import type { SpeechEngine, SpeechSettings } from '../engine.ts'
import { asTranscript, mostAnswered } from '../readTranscript.ts'
import { patienceFor } from './runEngine.ts'

const seconds = z.number().min(0)
const answer = z.object({
  language: z.string().optional(),
  segments: z.array(
    z.object({ start: seconds, end: seconds, text: z.string(), speaker: z.union([z.string(), z.number()]).optional() }),
  ),
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).optional(),
})
type Answer = z.infer<typeof answer>

export function httpEngine(settings: SpeechSettings): SpeechEngine {
  const { speech, speechKey, speechModel, speechModelAccurate, speechModelSpeakers } = settings
  const address = /\/audio\/transcriptions$/.test(speech) ? speech : `${speech}/v1/audio/transcriptions`
  return {
    abilities: async () => ({
      languages: spokenLanguages,
      highAccuracy: speechModelAccurate !== undefined,
      diarize: speechModelSpeakers !== undefined,
      speed: 10,
    }),
    transcribe: async ({ bytes, opus }, { language, highAccuracy, diarize }, _, signal) => {
      const form = new FormData()
      form.append('file', new Blob([bytes], { type: 'audio/ogg' }), 'recording.ogg')
      const model = (diarize && speechModelSpeakers) || (highAccuracy && speechModelAccurate) || speechModel
      form.append('model', model)
      if (language !== 'auto') form.append('language', language)
      form.append('response_format', diarize ? 'diarized_json' : 'verbose_json')
      if (diarize) form.append('chunking_strategy', 'auto')
      else for (const each of ['segment', 'word']) form.append('timestamp_granularities[]', each)
      const bounds = AbortSignal.any([signal, AbortSignal.timeout(patienceFor(opus.seconds) * 1000)])
      const text = await post(address, form, speechKey, bounds)
      return asTranscript(readAnswer(answer.parse(JSON.parse(text)), language))
    },
  }
}

/** By Node's own request: `fetch` waits five minutes for the first byte, and a service may hear for an hour. */
async function post(address: string, form: FormData, key: string | undefined, signal: AbortSignal): Promise<string> {
  const packed = new Response(form)
  const body = Buffer.from(await packed.arrayBuffer())
  const headers = {
    'content-type': packed.headers.get('content-type') ?? '',
    'content-length': body.length,
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  const send = address.startsWith('https:') ? requestSafely : request
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = send(address, { method: 'POST', headers, signal }, resolve)
    asked.once('error', reject)
    asked.end(body)
  })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > mostAnswered) throw new Error(`the service answered more than ${mostAnswered} bytes`)
    pieces.push(piece)
  }
  // What it says of it may hold words of the recording.
  if (response.statusCode !== 200) throw new Error(`the service answered ${response.statusCode}`)
  return Buffer.concat(pieces).toString('utf8')
}

/** Some call languages by their English names. */
const codes: Readonly<Record<string, string>> = {
  english: 'en',
  italian: 'it',
  german: 'de',
  spanish: 'es',
  portuguese: 'pt',
}

export function readAnswer({ language = '', segments, words = [] }: Answer, wanted: string): Transcript {
  let next = 0
  const said = language.toLowerCase()
  return {
    language: codes[said] ?? (said || (wanted === 'auto' ? '' : wanted)),
    segments: segments.flatMap(({ start, end, text, speaker }) => {
      const spoken: Answer['words'] = []
      for (let word = words[next]; word && word.start < end; word = words[next]) {
        spoken.push(word)
        next += 1
      }
      const own = wordsOf(text, { from: ms(start), to: ms(end) }, spoken)
      if (own.length === 0) return []
      return [{ from: ms(start), to: ms(end), ...(speaker !== undefined && { speaker: String(speaker) }), words: own }]
    }),
  }
}

/**
 * The words of a segment as its text has them, with commas and full stops, which words by themselves leave out; the times are those of the words where
 * there are as many. Otherwise the segment is said as one, with its own time.
 */
function wordsOf(
  text: string,
  whole: Pick<TranscriptWord, 'from' | 'to'>,
  spoken: NonNullable<Answer['words']>,
): TranscriptWord[] {
  const written = text.split(/\s+/).filter((word) => word !== '')
  if (written.length === 0) return []
  if (written.length !== spoken.length) return [{ text: written.join(' '), ...whole }]
  return written.map((word, at) => {
    const { start = 0, end = 0 } = spoken[at] ?? {}
    return { text: word, from: ms(start), to: ms(end) }
  })
}

const ms = (seconds: number): number => Math.round(seconds * 1000)
