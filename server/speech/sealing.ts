/**
 * What goes to and fro sealed: a recording under an AES key of its own, which is sealed for this server; its transcript under another, which is sealed
 * for the person. Nobody can open it again here.
 */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import type { Transcript } from '../../src/model/transcript.ts'

const ivLength = 12
const tagLength = 16
const keyLength = 32
const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const

/** What a result is on the disk, and as it is answered. */
export interface SealedResult {
  /** Base64 of RSA-OAEP-SHA-256 of an AES key. */
  SecretKey: string
  /** Base64 of 12 bytes of iv and AES-256-GCM of the transcript's JSON, its tag at the end. */
  Result: string
}

/** The key of a recording; null: it is sealed for none of these. `keys`: PKCS #8 in PEM. */
export function openSecret(secret: string, keys: readonly string[]): Buffer | null {
  for (const key of keys)
    try {
      const opened = privateDecrypt({ key, ...padding }, Buffer.from(secret, 'base64'))
      if (opened.length === keyLength) return opened
    } catch {
      // For another key, or none at all.
    }
  return null
}

/** The recording; null: it is not whole, or not under this key. */
export function openRecording(sealed: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (sealed.length < ivLength + tagLength) return null
  const end = sealed.length - tagLength
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
  decipher.setAuthTag(sealed.subarray(end))
  const opened = decipher.update(sealed.subarray(ivLength, end))
  try {
    decipher.final()
  } catch {
    return null
  }
  return new Uint8Array(opened.buffer as ArrayBuffer, opened.byteOffset, opened.byteLength)
}

/** The key of a person that results are sealed for: base64 of SPKI in DER; null: it is none that is good. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && bits >= 2048 && bits <= 8192 ? key : null
  } catch {
    return null
  }
}

export function sealTranscript(transcript: Transcript, person: KeyObject): SealedResult {
  const [key, iv] = [randomBytes(keyLength), randomBytes(ivLength)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const pieces = [iv, cipher.update(JSON.stringify(transcript), 'utf8'), cipher.final(), cipher.getAuthTag()]
  return {
    SecretKey: publicEncrypt({ key: person, ...padding }, key).toString('base64'),
    Result: Buffer.concat(pieces).toString('base64'),
  }
}
