/** What is hard to guess, and is kept as a hash: tokens, links. */
import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** sha-256, base64url: enough for what cannot be guessed. Looked up by it, a token is compared in no time that tells of it. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
