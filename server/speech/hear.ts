/** One try at a recording, in a thread of its own: opening it, decoding it and sealing what comes of it would keep everybody waiting. */

import type { TranscriptionFailure } from '../../src/model/problems.ts'
import type { SpeechWanted } from '../../src/model/transcript.ts'
import { startThread } from '../base/ownThreads.ts'
import type { SpeechSettings } from './engine.ts'

export interface Job {
  settings: SpeechSettings
  /** Private ones of this server, PKCS #8 in PEM. */
  keys: readonly string[]
  /** The sealed recording, with the key to it. */
  path: string
  secret: string
  /** For whom the result is sealed, and where it is to be: it is there whole, or not at all. */
  publicKey: string
  result: string
  /** What the engine may leave files in; it is made, and is gone in the end. */
  folder: string
  /** s, as it was announced. */
  seconds: number
  wanted: SpeechWanted
}

/** `seconds`: how long it is. Where the engine has failed at it, another time may be otherwise; else nothing will ever come of it. */
export type Heard = { seconds: number } | { failed: Exclude<TranscriptionFailure, 'missing'>; why: string } | 'stopped'

/** `signal` stops it, with the engine. Throws where the thread ends by itself. */
export function hear(job: Job, signal: AbortSignal): Promise<Heard> {
  const thread = startThread('server/speech/hear.thread.ts', { workerData: job })
  return new Promise((resolve, reject) => {
    const stop = () => thread.postMessage('stop')
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      reject(new Error(`the thread of a transcription ended with ${code}`))
    })
  })
}
