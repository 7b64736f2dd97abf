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

/** `length`: what may be known of the text without the key; left out, its length in UTF-16 units. */
export function sealValue(parts: KeyParts, place: string, plain: string, length = plain.length): string {
  const [about, text] = [utf8ToBytes(place), utf8ToBytes(plain)]
  // Its length first: else the row 1 with "2 abc" and the row 12 with " abc" would be the same bytes, and share an iv.
  const iv = hmac(sha256, parts.iv, concatBytes(fourBytes(about.length), about, text)).subarray(0, ivLength)
  return `${mark}${length}.${toBase64url(concatBytes(iv, gcm(parts.text, iv, about).encrypt(text)))}`
}

function fourBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** null: it was not sealed by this key for this place, or not a letter of it is as it was. `length` is what it says of itself, which whoever reads compares. */
export function openValue(parts: KeyParts, place: string, sealed: string): { plain: string; length: number } | null {
  const length = sealedLength(sealed)
  if (length === null) return null
  const known = parts.known?.find(place, sealed)
  if (known != null) return { plain: known, length }
  const found = partsOf(place, sealed)
  if (!found) return null
  try {
    const plain = textOf(gcm(parts.text, found.iv, found.about).decrypt(found.secret))
    parts.known?.note(place, sealed, plain)
    return { plain, length }
  } catch {
    return null
  }
}

/** What AES-GCM takes to open a value: besides the key, its iv, what it was sealed for, and the bytes with their tag. null: it is no such value. */
export function partsOf(place: string, sealed: string) {
  const bytes = fromBase64url(sealed.slice(sealed.indexOf('.', mark.length) + 1))
  return bytes && { iv: bytes.subarray(0, ivLength), about: utf8ToBytes(place), secret: bytes.subarray(ivLength) }
}

/** A byte order mark at its beginning is part of a text, which the decoder takes away. */
export const textOf = (bytes: Uint8Array): string =>
  (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? '\uFEFF' : '') + bytesToUtf8(bytes)
