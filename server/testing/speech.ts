/** Recordings and engines for tests: sound is a tone, and what an engine hears in it depends on how long it lasts. */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEncoder } from 'libopus-wasm'
import type { Transcript } from '../../src/model/transcript.ts'
import type { Abilities } from '../speech/engine.ts'
import type { Someone } from './serveCloud.ts'

/** Of each length one. */
const recordings = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()

/** A tone of so many seconds, as Opus in Ogg. */
export function recordingOf(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const made = recordings.get(seconds) ?? encoded(seconds)
  recordings.set(seconds, made)
  return made
}

/** 60 ms at 16 kHz. */
const frame = 960

const encoded = (seconds: number): Promise<Uint8Array<ArrayBuffer>> => {
  const length = Math.ceil(seconds / 0.06) * frame
  return opusOf(Int16Array.from({ length }, (_, at) => 8000 * Math.sin(at / 8)))
}

/** Sound of one channel at 16 kHz as Opus in Ogg, of 16 kbit/s; a last frame that is not whole is left out. */
export async function opusOf(sound: Int16Array): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createEncoder({ sampleRate: 16_000, channels: 1, frameSize: frame, bitrate: 16_000 })
  const packets = Array.from({ length: Math.floor(sound.length / frame) }, (_, at) =>
    encoder.encode(sound.subarray(at * frame, (at + 1) * frame)).slice(),
  )
  encoder.free()
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head[8] = 1
  head[9] = 1
  head.writeUInt32LE(16_000, 12)
  const tags = Buffer.alloc(16)
  tags.write('OpusTags', 'latin1')
  return new Uint8Array(Buffer.concat([head, tags, ...packets].map(pageOf)))
}

/** One packet to a page; what checks pages is not tried by it. */
function pageOf(packet: Uint8Array, at: number): Buffer {
  const sizes = [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255]
  const head = Buffer.alloc(27)
  head.write('OggS', 'latin1')
  head[5] = at === 0 ? 2 : 0
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(at, 18)
  head[26] = sizes.length
  return Buffer.concat([head, Buffer.from(sizes), packet])
}

/** What an engine does with a recording: it gives these words, one a second, or is a line of shell. */
export type Heard = readonly string[] | { sh: string }

/** A program for `THICKET_SPEECH`, which answers from a table by the length of what it hears, in whole seconds. */
export function speechProgram(
  folder: string,
  table: Readonly<Record<number, Heard>>,
  abilities: Partial<Abilities> = { languages: ['auto', 'en', 'de'], highAccuracy: true, diarize: true, speed: 10 },
): string {
  const cases = Object.entries(table).map(([seconds, heard]) => {
    const line = 'sh' in heard ? heard.sh : `printf '%s' '${JSON.stringify(transcriptOf(heard))}'`
    return `${seconds}) ${line} ;;`
  })
  const path = join(folder, 'speech')
  const lines = [
    '#!/bin/sh',
    `if [ "$1" = --abilities ]; then printf '%s' '${JSON.stringify(abilities)}'; exit; fi`,
    'seconds=$((($(wc -c) - 44 + 16000) / 32000))',
    'case $seconds in',
    ...cases,
    '*) exit 3 ;;',
    'esac',
    '',
  ]
  writeFileSync(path, lines.join('\n'))
  chmodSync(path, 0o700)
  return path
}

export const transcriptOf = (words: readonly string[]): Transcript => ({
  language: 'en',
  segments: [
    {
      from: 0,
      to: words.length * 1000,
      speaker: 'A',
      words: words.map((text, at) => ({ text, from: at * 1000, to: at * 1000 + 900 })),
    },
  ],
})

const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const

/** Whose key opens a result. `publicKey`: as it is sent. */
export interface Listener {
  publicKey: string
  privateKey: string
}

export function listener(): Listener {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey: publicKey.toString('base64'), privateKey }
}

/** `server`: its key, as PEM or as it is. */
function sealedFor(recording: Uint8Array, server: string | KeyObject) {
  const [key, iv] = [Buffer.alloc(32, 5), Buffer.alloc(12, 6)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const pieces = [iv, cipher.update(recording), cipher.final(), cipher.getAuthTag()]
  return {
    sealed: new Uint8Array(Buffer.concat(pieces)),
    secret: publicEncrypt({ key: server, ...padding }, key).toString('base64'),
  }
}

/** A recording as a server whose key this is has it on the disk. */
export function sealRecording(folder: string, recording: Uint8Array, { publicKey }: Listener) {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const { sealed, secret } = sealedFor(recording, key)
  const path = join(folder, 'sealed')
  writeFileSync(path, sealed)
  return { path, secret }
}

/** What is sent of a recording of so many seconds. `fields` are put over what is usual; one that is empty is left out. */
export async function recordingForm(
  { call }: Pick<Someone, 'call'>,
  { publicKey }: Pick<Listener, 'publicKey'>,
  seconds: number,
  fields: Readonly<Record<string, string>> = {},
): Promise<FormData> {
  const pem = await (await call('/web/api/transcription/pem')).text()
  const { sealed, secret } = sealedFor(await recordingOf(seconds), pem)
  const form = new FormData()
  const all = { name: 'Interview.mp3', audioLength: String(seconds), publicKey, secret, ...fields }
  for (const [name, value] of Object.entries(all)) if (value !== '') form.append(name, value)
  form.append('file', new Blob([sealed]), 'sealed')
  return form
}

/** What a result says, to whom it is for. */
export function openedResult({ SecretKey, Result }: Record<string, unknown>, { privateKey }: Listener): Transcript {
  const key = privateDecrypt({ key: privateKey, ...padding }, Buffer.from(String(SecretKey), 'base64'))
  const sealed = Buffer.from(String(Result), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
  return JSON.parse(decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')) as Transcript
}

/** Sends a recording, and waits until it is heard. Returns its id. */
export async function transcribed(by: Someone, uuid: string, seconds: number, to: Listener): Promise<string> {
  const path = `/web/api/transcription/${uuid}`
  const sent = await by.call(path, { method: 'POST', body: await recordingForm(by, to, seconds) })
  const { id } = (await sent.json()) as { id: string }
  for (;;) {
    const { body } = await by.send('GET', `${path}/${id}`)
    if (body.Status === 'success') return id
    if (body.Status === 'failed') throw new Error(JSON.stringify(body))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
