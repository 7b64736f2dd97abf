/**
 * Sound that is sealed, by AES-256-GCM in parts, so that whoever opens or seals an hour of it has turns in between.
 *
 * Promises: it opens whole or not at all, since each part knows its place and how many there are; the same sound is sealed to the same bytes, and two different
 * parts never share an iv.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { concatBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { joined } from '../joined.ts'
import { mediaPart } from '../sound/media.ts'
import { toBase64url } from './base64url.ts'
import type { KeyParts } from './keys.ts'

type Turn = () => Promise<void>

const [ivLength, tagLength] = [12, 16]
const sealedPart = mediaPart + ivLength + tagLength

/** `turn`: after each part, as its work takes some 90 ms. */
export const sealMedia = (parts: KeyParts, bytes: Uint8Array, turn: Turn): Promise<Uint8Array<ArrayBuffer>> =>
  withTurns(sealing(parts, bytes), turn)

/** The same where nobody waits for a turn. */
export function sealMediaAtOnce(parts: KeyParts, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const steps = sealing(parts, bytes)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const sealing = (parts: KeyParts, bytes: Uint8Array): Steps =>
  inParts(bytes, mediaPart, (part, about) => {
    const iv = hmac(sha256, parts.iv, concatBytes(about, part)).subarray(0, ivLength)
    return concatBytes(iv, gcm(parts.text, iv, about).encrypt(part))
  })

/** null: it was not sealed by this key, or not a byte of it is as it was. */
export async function openMedia(
  parts: KeyParts,
  sealed: Uint8Array,
  turn: Turn,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const opening = inParts(sealed, sealedPart, (part, about) =>
      gcm(parts.text, part.subarray(0, ivLength), about).decrypt(part.subarray(ivLength)),
    )
    return await withTurns(opening, turn)
  } catch {
    return null
  }
}

/** By what the project's file keeps it: SHA-256 of the bytes that are kept, in base64url. */
export async function mediaHash(bytes: Uint8Array, turn: Turn): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < bytes.length; at += mediaPart) {
    hash.update(bytes.subarray(at, at + mediaPart))
    await turn()
  }
  return toBase64url(hash.digest())
}

/** Stops after each part. */
type Steps = Generator<undefined, Uint8Array<ArrayBuffer>, undefined>

async function withTurns(steps: Steps, turn: Turn): Promise<Uint8Array<ArrayBuffer>> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await turn()
  }
}

function* inParts(bytes: Uint8Array, size: number, does: (part: Uint8Array, about: Uint8Array) => Uint8Array): Steps {
  const count = Math.ceil(bytes.length / size)
  const done: Uint8Array[] = []
  for (let n = 0; n < count; n += 1) {
    done.push(does(bytes.subarray(n * size, (n + 1) * size), placeOf(n, count)))
    yield
  }
  return joined(done)
}

/** As long for every part, so that no place and its bytes can be taken for another's. */
const placeOf = (n: number, count: number): Uint8Array =>
  utf8ToBytes(`recording sound ${String(n).padStart(10, '0')} ${String(count).padStart(10, '0')}`)
