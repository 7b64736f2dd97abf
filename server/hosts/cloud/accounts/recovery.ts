/** Recovery codes: each lets in once where the app of the second factor is lost. Kept as hashes; of 80 bits, none is found from its hash. */
import { randomBytes } from 'node:crypto'
import type { CloudDatabase } from '../database.ts'
import { hashOf } from './tokens.ts'

/** Of one account at once. */
export const mostCodes = 10
/** Crockford's base32: nothing in it is taken for another letter. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

export interface Recovery {
  /** New ones, as people write them; those before are none any more. */
  make(account: string): string[]
  left(account: string): number
  /** Whether it is one of the account's; it is not any more. */
  take(account: string, code: string): boolean
  drop(account: string): void
}

export function openRecovery({ db, transaction }: CloudDatabase): Recovery {
  const insert = db.prepare('INSERT INTO recovery (account, hash) VALUES (?, ?)')
  const use = db.prepare('DELETE FROM recovery WHERE account = ? AND hash = ?')
  const count = db.prepare('SELECT count(*) AS n FROM recovery WHERE account = ?')
  const dropAll = db.prepare('DELETE FROM recovery WHERE account = ?')
  return {
    make: (account) => {
      const codes = Array.from({ length: mostCodes }, newCode)
      transaction(() => {
        dropAll.run(account)
        for (const code of codes) insert.run(account, hashOf(plain(code)))
      })
      return codes
    },
    left: (account) => Number(count.get(account)?.n),
    take: (account, code) => transaction(() => use.run(account, hashOf(plain(code)))).changes === 1,
    drop: (account) => {
      transaction(() => dropAll.run(account))
    },
  }
}

/** In fours. 32 divides 256: each letter is as likely as any. */
const newCode = (): string =>
  [...randomBytes(length)]
    .map((byte) => letters[byte % letters.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** However it was written down. */
const plain = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
