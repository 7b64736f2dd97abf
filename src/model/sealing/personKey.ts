/**
 * How a person's key to transcripts lies with their account: its private half sealed by the password of the account, so that no server that keeps it can
 * read it. The server takes it as a text of at most 10,000 units, and compares `publicKey` with what recordings were sent with.
 *
 * Promises: what a text says costs no more work than the bounds here, whoever wrote it.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { randomBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { problem, type Result } from '../problems.ts'
import { fromBase64url, toBase64url } from './base64url.ts'

/** `publicKey`: base64 of SPKI, as it is sent with recordings; `salt`, `iv` and `privateKey` (PKCS #8, sealed) in base64url. */
interface KeptKey {
  v: 1
  kdf: 'scrypt'
  N: number
  r: 8
  p: 1
  salt: string
  publicKey: string
  iv: string
  privateKey: string
}

/** The cost of a guess: of scrypt's N, 128 MB and half a second. */
const usualCost = 2 ** 17
const bounds = { least: 2 ** 15, most: 2 ** 18 }

export interface PersonKeyBytes {
  publicKey: string
  /** PKCS #8. */
  privateBytes: Uint8Array
}

/** The text that the account keeps. */
export function sealPersonKey({ publicKey, privateBytes }: PersonKeyBytes, password: string, N = usualCost): string {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const sealed = gcm(keyBy(password, salt, N), iv, utf8ToBytes(publicKey)).encrypt(privateBytes)
  const kept: KeptKey = {
    v: 1,
    kdf: 'scrypt',
    N,
    r: 8,
    p: 1,
    salt: toBase64url(salt),
    publicKey,
    iv: toBase64url(iv),
    privateKey: toBase64url(sealed),
  }
  return JSON.stringify(kept)
}

/** Problems: wrongPassword, also where the text is none of ours. */
export function openPersonKey(text: string, password: string): Result<PersonKeyBytes> {
  const wrong = problem({ kind: 'wrongPassword' })
  const kept = read(text)
  if (!kept) return wrong
  const [salt, iv, sealed] = [kept.salt, kept.iv, kept.privateKey].map(fromBase64url)
  if (!salt || iv?.length !== 12 || !sealed) return wrong
  try {
    const privateBytes = gcm(keyBy(password, salt, kept.N), iv, utf8ToBytes(kept.publicKey)).decrypt(sealed)
    return { ok: { publicKey: kept.publicKey, privateBytes } }
  } catch {
    return wrong
  }
}

/** Keyboards write a letter in several ways. */
const keyBy = (password: string, salt: Uint8Array, N: number): Uint8Array =>
  scrypt(utf8ToBytes(password.normalize('NFKC')), salt, { N, r: 8, p: 1, dkLen: 32 })

function read(text: string): KeptKey | null {
  let found: Partial<KeptKey> | null
  try {
    found = JSON.parse(text) as Partial<KeptKey> | null
  } catch {
    return null
  }
  const { v, kdf, N = 0, r, p, salt, publicKey, iv, privateKey } = found ?? {}
  const isCost = Number.isInteger(Math.log2(N)) && N >= bounds.least && N <= bounds.most && r === 8 && p === 1
  const areTexts = [salt, publicKey, iv, privateKey].every((each) => typeof each === 'string')
  return v === 1 && kdf === 'scrypt' && isCost && areTexts ? (found as KeptKey) : null
}
