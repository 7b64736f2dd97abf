/** The worker that makes of a recording what is sent, and opens what comes back. Whoever wants to cancel ends the worker: neither can be stopped halfway. */
import { expose } from 'comlink'
import { isProblem, ok, type Result } from '../src/model/problems.ts'
import { openPersonKey, sealPersonKey } from '../src/model/sealing/personKey.ts'
import type { Imported } from './import/imported.ts'
import { readSources } from './import/readSources.ts'
import { newPair, openTranscript, type PersonKey, privateKeyOf, sealRecording } from './transcribe/browserSealing.ts'
import { type SealedRecording, Unheard, type UnheardWhy } from './transcribe/recordings.ts'

const api = {
  /** Opus in Ogg, as it is and sealed for the server whose key this is. */
  async prepare(
    file: File,
    pem: string,
    mostSeconds: number | null,
    report: (share: number) => void,
  ): Promise<SealedRecording | { unheard: UnheardWhy }> {
    const { convert } = await import('./transcribe/browserConvert.ts')
    try {
      const { bytes, seconds } = await convert(file, mostSeconds, report)
      return { ...(await sealRecording(bytes, pem)), seconds, sound: new Blob([bytes]) }
    } catch (error) {
      // Libraries that read what they did not expect throw whatever they like.
      return { unheard: error instanceof Unheard ? error.why : 'notConverted' }
    }
  },

  /** `kept`: its text with the account. */
  async makeKey(password: string): Promise<PersonKey & { kept: string }> {
    const pair = await newPair()
    const kept = sealPersonKey(pair, password)
    return { kept, publicKey: pair.publicKey, privateKey: await privateKeyOf(new Uint8Array(pair.privateBytes)) }
  },

  /** Problems: wrongPassword. */
  async openKey(kept: string, password: string): Promise<Result<PersonKey>> {
    const opened = openPersonKey(kept, password)
    if (isProblem(opened)) return opened
    const { publicKey, privateBytes } = opened.ok
    return ok({ publicKey, privateKey: await privateKeyOf(new Uint8Array(privateBytes)) })
  },

  /** The same key under another password. Problems: wrongPassword. */
  async resealKey(kept: string, oldPassword: string, newPassword: string): Promise<Result<string>> {
    const opened = openPersonKey(kept, oldPassword)
    return isProblem(opened) ? opened : ok(sealPersonKey(opened.ok, newPassword))
  },

  /** A transcript as a source with the times of its words, whose title is the name of its recording; null: it is for another key. */
  async open(
    name: string,
    result: { SecretKey: string; Result: string },
    privateKey: CryptoKey,
  ): Promise<Result<Imported> | null> {
    const bytes = await openTranscript(result, privateKey)
    return bytes && readSources({ name: `${name}.json`, bytes })
  },
}

export type TranscribeApi = typeof api

expose(api)
