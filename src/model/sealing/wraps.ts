/**
 * How the key of a protected project lies in it, in the preference `___db_hash`: wrapped once by the password, once by the recovery code. Opening a
 * wrap is the check of a password; there is no other hash that could be tried faster.
 *
 * Promises: what a file says costs no more work than the bounds here, whoever wrote it.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { randomBytes, utf8ToBytes } from '@noble/ciphers/utils.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Problem, problem, type Result } from '../problems.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { keyLength } from './keys.ts'
import { newRecoveryCode, readRecoveryCode } from './recoveryCode.ts'

/** `salt`, `iv` and `key` in base64url. */
interface Wrapped {
  salt: string
  iv: string
  key: string
}
type Wrap = ({ kind: 'password'; N: number; r: 8; p: 1 } & Wrapped) | ({ kind: 'recovery' } & Wrapped)

const version = 1
/** The cost of a guess: of scrypt's N, 128 MB and a third of a second. */
const usualCost = 2 ** 17
const bounds = { least: 2 ** 15, most: 2 ** 18 }
/** More than a file needs; each may cost a second. */
const mostWraps = 4

/** Blanks around it and the ways in which keyboards write a letter do not count. */
export const plainPassword = (typed: string): string => typed.normalize('NFKC').trim()

/** What lies in `___db_hash`, and the recovery code, which is nowhere else. */
export function wrapKey(projectKey: Uint8Array, password: string, N = usualCost): { hash: string; recovery: string } {
  const recovery = newRecoveryCode()
  const cost = { N, r: 8, p: 1 } as const
  const wraps: Wrap[] = [
    { kind: 'password', ...cost, ...wrap('password', projectKey, (salt) => keyOfPassword(password, salt, N)) },
    { kind: 'recovery', ...wrap('recovery', projectKey, (salt) => keyOfCode(readRecoveryCode(recovery) ?? '', salt)) },
  ]
  return { hash: JSON.stringify({ v: version, wraps }), recovery }
}

function wrap(kind: Wrap['kind'], projectKey: Uint8Array, keyBy: (salt: Uint8Array) => Uint8Array): Wrapped {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const key = gcm(keyBy(salt), iv, about(kind)).encrypt(projectKey)
  return { salt: toBase64url(salt), iv: toBase64url(iv), key: toBase64url(key) }
}

/** One kind does not pass for the other. */
const about = (kind: Wrap['kind']): Uint8Array => utf8ToBytes(`thicket key by ${kind}`)

const keyOfPassword = (password: string, salt: Uint8Array, N: number): Uint8Array =>
  scrypt(utf8ToBytes(plainPassword(password)), salt, { N, r: 8, p: 1, dkLen: keyLength })

/** It has more bits than anybody can try: nothing has to make a guess dear. */
const keyOfCode = (code: string, salt: Uint8Array): Uint8Array =>
  hkdf(sha256, utf8ToBytes(code), salt, about('recovery'), keyLength)

/** The key of the project, by its password or its recovery code. `name`: of the file. Problems: wrongPassword, newerProject, truncatedProject. */
export function unwrapKey(name: string, hash: string, secret: string): Result<Uint8Array> {
  const wraps = readWraps(name, hash)
  if ('problem' in wraps) return wraps
  const code = readRecoveryCode(secret)
  for (const each of wraps.ok) {
    if (each.kind === 'recovery' && code === null) continue
    const key = unwrap(each, (salt) =>
      each.kind === 'password' ? keyOfPassword(secret, salt, each.N) : keyOfCode(code ?? '', salt),
    )
    if (key) return { ok: key }
  }
  return problem({ kind: 'wrongPassword', ...(name && { name }) })
}

/** The preferences that say of a project that its words are sealed, and how its key is wrapped (`hash`). */
export const protectionRows = (hash: string): { key: string; value: string }[] => [
  { key: '___db_encrypted', value: '1' },
  { key: '___db_hash', value: hash },
]

/** By which a server can tell whether it was wrapped anew meanwhile. */
export const hashOfWraps = (hash: string): string => toBase64url(sha256(utf8ToBytes(hash)))

/** Whether it is what `wrapKey` makes. */
export const areWraps = (hash: string): boolean => !('problem' in readWraps('', hash))

function unwrap(each: Wrap, keyBy: (salt: Uint8Array) => Uint8Array): Uint8Array | null {
  const [salt, iv, key] = [fromBase64url(each.salt), fromBase64url(each.iv), fromBase64url(each.key)]
  if (!salt || iv?.length !== 12 || !key) return null
  try {
    return gcm(keyBy(salt), iv, about(each.kind)).decrypt(key)
  } catch {
    return null
  }
}

/** The recovery code first: it costs nothing to try. */
function readWraps(name: string, hash: string): Result<Wrap[]> {
  const damaged: Problem = { kind: 'truncatedProject', name }
  const { v, wraps } = parsed(hash)
  if (typeof v !== 'number' || !Array.isArray(wraps) || wraps.length > mostWraps) return problem(damaged)
  if (v !== version) return problem({ kind: 'newerProject', name, version: v })
  const known = wraps.filter(isWrap)
  if (!known.some(({ kind }) => kind === 'password')) return problem(damaged)
  return { ok: known.toSorted((a, b) => Number(b.kind === 'recovery') - Number(a.kind === 'recovery')) }
}

function parsed(hash: string): Record<string, unknown> {
  try {
    return (JSON.parse(hash) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

function isWrap(value: unknown): value is Wrap {
  if (typeof value !== 'object' || value === null) return false
  const { kind, N, r, p, salt, iv, key } = value as Record<string, unknown>
  if (![salt, iv, key].every((text) => typeof text === 'string' && text.length <= 128)) return false
  if (kind === 'recovery') return true
  const isCost = typeof N === 'number' && Math.log2(N) % 1 === 0 && N >= bounds.least && N <= bounds.most
  return kind === 'password' && isCost && r === 8 && p === 1
}
