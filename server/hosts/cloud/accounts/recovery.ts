/** Recovery codes: each lets in once where the app of the second factor is lost. Kept as hashes; of 80 bits, none is found from its hash. */
import type { CloudDatabase } from '../database.ts'
import { hashOfToken } from './tokens.ts'
import { newCode, plainCode } from './writtenCode.ts'

/** Of one account at once. */
export const mostCodes = 10
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
      const codes = Array.from({ length: mostCodes }, () => newCode(length))
      transaction(() => {
        dropAll.run(account)
        for (const code of codes) insert.run(account, hashOfToken(plainCode(code)))
      })
      return codes
    },
    left: (account) => Number(count.get(account)?.n),
    take: (account, code) => transaction(() => use.run(account, hashOfToken(plainCode(code)))).changes === 1,
    drop: (account) => {
      transaction(() => dropAll.run(account))
    },
  }
}
