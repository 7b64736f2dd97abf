/**
 * A text that is sealed: `~1.{length}.{base64url(iv‖ciphertext‖tag)}`, by AES-256-GCM.
 *
 * Promises: it opens at its own place alone (the table, column and row that it was sealed for); the same text at the same place is sealed to the
 * same bytes, so that what has not changed can be told without the key; two different texts never share an iv, whose use for both would give them away.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { bytesToUtf8, concatBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { fromBase64url, toBase64url } from './base64url.ts'
import type { KeyParts } from './keys.ts'
import { mark, sealedLength } from './sealedForm.ts'

const ivLength = 12
/** Of a sealed value what says that it is one, with its length. */
const longestBeginning = 60

/** `length`: what may be known of the text without the key; left out, its length in UTF-16 units. */
export const sealValue = (parts: KeyParts, place: string, plain: string, length = plain.length): string =>
  `${mark}${length}.${toBase64url(sealBytes(parts, place, utf8ToBytes(plain)))}`

/** The same as bytes, which say no length: iv‖ciphertext‖tag. */
export function sealBytes(parts: KeyParts, place: string, plain: Uint8Array): Uint8Array {
  const about = utf8ToBytes(place)
  // Its length first: else the row 1 with "2 abc" and the row 12 with " abc" would be the same bytes, and share an iv.
  const iv = hmac(sha256, parts.iv, concatBytes(fourBytes(about.length), about, plain)).subarray(0, ivLength)
  return concatBytes(iv, gcm(parts.text, iv, about).encrypt(plain))
}

function fourBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** null: it was not sealed by this key for this place, or not a letter of it is as it was. `length` is what it says of itself, which whoever reads compares. */
export function openValue(parts: KeyParts, place: string, sealed: string): { plain: string; length: number } | null {
  // Whoever decodes the rest looks at each of its letters.
  const length = sealedLength(sealed.slice(0, longestBeginning))
  if (length === null) return null
  const known = parts.known?.find(place, sealed)
  if (known != null) return { plain: known, length }
  const bytes = bytesOf(sealed)
  const plain = bytes && openBytes(parts, place, bytes)
  try {
    return plain && { plain: textOf(plain), length }
  } catch {
    // Somebody with the key has sealed what is no UTF-8.
    return null
  }
}

/** null: of as `openValue`. */
export function openBytes(parts: KeyParts, place: string, sealed: Uint8Array): Uint8Array | null {
  const { iv, about, secret } = partsOf(place, sealed)
  try {
    return gcm(parts.text, iv, about).decrypt(secret)
  } catch {
    return null
  }
}

/** What is sealed in a value. null: it is no such value. */
export const bytesOf = (sealed: string): Uint8Array | null =>
  fromBase64url(sealed.slice(sealed.indexOf('.', mark.length) + 1))

/** What AES-GCM takes to open what `sealBytes` has made: besides the key, its iv, what it was sealed for, and the bytes with their tag. */
export const partsOf = (place: string, sealed: Uint8Array) => ({
  iv: sealed.subarray(0, ivLength),
  about: utf8ToBytes(place),
  secret: sealed.subarray(ivLength),
})

/** A byte order mark at its beginning is part of a text, which the decoder takes away. */
export const textOf = (bytes: Uint8Array): string =>
  (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\uFEFF' : '') + bytesToUtf8(bytes)
