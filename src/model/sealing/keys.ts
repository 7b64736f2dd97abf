/** The key of a protected project, and what is made of it. */
import { randomBytes } from '@noble/ciphers/utils.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { OpenedAhead } from './openedAhead.ts'
import type { Unread } from './unread.ts'

/** 2 §4: "answers are encrypted and decrypted with key parts". */
export interface KeyParts {
  /** Seals values, by AES-256-GCM. */
  text: Uint8Array
  /** Makes the iv of each, by HMAC-SHA-256. */
  iv: Uint8Array
  /** Of a copy that goes on where a value does not open: what it could not open (`unread.ts`). Left out: whoever reads is refused then. */
  unread?: Unread
  /** What need not be decrypted any more. */
  known?: Pick<OpenedAhead, 'find'>
}

export const keyLength = 32
export const newProjectKey = (): Uint8Array => randomBytes(keyLength)

/** By HKDF-SHA-256: one key for each use, from which nobody finds the other. */
export const keyPartsOf = (projectKey: Uint8Array): KeyParts => ({
  text: partOf(projectKey, 'thicket sealed text'),
  iv: partOf(projectKey, 'thicket iv of sealed text'),
})

const partOf = (key: Uint8Array, use: string): Uint8Array => hkdf(sha256, key, undefined, utf8ToBytes(use), keyLength)
