/** A recording on its way: made small, kept as sound of the project, sealed, sent. */
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import type { SpeechWanted } from '../../model/transcript.ts'
import { api, apiBytes } from '../server/server.ts'
import { uploadFile } from '../server/uploadFile.ts'
import { heardBy, type SealedRecording, type UnheardWhy, withTranscriber } from './transcriber.ts'

export interface Outgoing {
  uuid: string
  /** A UUID under which the server knows it: whatever is sent again under it is there once. */
  id: string
  file: File
  /** As the list is to show it. */
  name: string
  /** Of the person: for whom the transcript is sealed. */
  publicKey: string
  wanted: SpeechWanted
  /** Has the project keep its sound, before anybody waits for its words; resolves to the hash. */
  keepSound: (sound: Blob) => Promise<Result<string>>
}

/** `wait`: seconds until it is done, about. */
export type SentOutcome = { sent: { id: string; wait: number } } | NotSent
export type NotSent = { unheard: Exclude<UnheardWhy, 'tooLong'> } | { problem: Problem }

/** 2 §4: where on the bar converting begins and ends. */
const converting = { from: 0.2, to: 0.9 }
/** Seconds that a recording may come out longer than was found: packets are filled up. */
const slack = 0.12

/** `progress` from 0 to 1. Null once the signal has stopped it. */
export async function sendRecording(
  { uuid, id, file, name, publicKey, wanted, keepSound }: Outgoing,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<SentOutcome | null> {
  progress(0)
  const [pem, left] = await Promise.all([
    apiBytes('GET /web/api/transcription/pem', { signal }),
    api('GET /web/api/transcription/secs', { signal }),
  ])
  if (signal.aborted) return null
  if (isProblem(pem)) return pem
  if (isProblem(left)) return left
  const { secondsRemaining } = left.ok
  progress(converting.from)
  const { from, to } = converting
  const report = heardBy((share) => progress(from + (to - from) * share))
  const text = new TextDecoder().decode(pem.ok)
  const prepared = await withTranscriber(async (worker) => worker.prepare(file, text, secondsRemaining, report), signal)
  if (signal.aborted) return null
  if (isProblem(prepared)) return prepared
  const sealed = prepared.ok
  if ('unheard' in sealed) {
    const { unheard } = sealed
    if (unheard !== 'tooLong') return { unheard }
    return { problem: { kind: 'noSecondsLeft', left: Math.floor(secondsRemaining ?? 0) } }
  }
  progress(to)
  const kept = await keepSound(sealed.sound)
  if (signal.aborted) return null
  if (isProblem(kept)) return kept
  const form = formOf(sealed, { id, name, publicKey, wanted, sound: kept.ok })
  const upload = uploadFile(
    'POST /web/api/transcription/{uuid}',
    () => form,
    null,
    (share) => progress(to + (1 - to) * share),
    { path: { uuid } },
  )
  const stop = () => upload.cancel()
  signal.addEventListener('abort', stop)
  const answer = await upload.answer
  signal.removeEventListener('abort', stop)
  if (isProblem(answer)) return signal.aborted ? null : answer
  return { sent: answer.ok }
}

function formOf(
  { file, secret, seconds }: SealedRecording,
  { id, name, publicKey, wanted, sound }: Pick<Outgoing, 'id' | 'name' | 'publicKey' | 'wanted'> & { sound: string },
): FormData {
  const form = new FormData()
  const fields = {
    id,
    name,
    audioLength: (seconds + slack).toFixed(3),
    publicKey,
    secret,
    language: wanted.language,
    highAccuracy: String(wanted.highAccuracy),
    diarize: String(wanted.diarize),
    sound,
  }
  for (const [field, text] of Object.entries(fields)) form.append(field, text)
  // Last: the server reads the fields first.
  form.append('file', file, 'sealed')
  return form
}
