/**
 * The secrets of second factors as they lie on the disk: sealed by a key of the configuration, so that the database, or a backup of it, is not enough
 * to make codes. AES-256-GCM, each bound to its account.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { CloudDatabase } from '../database.ts'

/** The configuration has another key than the one by which there is something sealed, or none. */
export class FactorKeyError extends Error {
  constructor() {
    super(
      'THICKET_FACTOR_KEY is not the key by which the second factors of this server’s accounts are encrypted: give the one that was used, or free each person with “thicket admin remove-factor”',
    )
  }
}

export interface Seal {
  seal(account: string, secret: string): string
  /** What was never sealed is as it is. Throws where the key is another. */
  open(account: string, stored: string): string
}

const mark = 'sealed:'
const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** `key`: 32 bytes, base64; left out: nothing is sealed. */
export function openSeal(key: string | undefined): Seal {
  if (key === undefined) {
    const open = (_: string, stored: string) => {
      if (stored.startsWith(mark)) throw new Error('there is no key to what is sealed')
      return stored
    }
    return { seal: (_, secret) => secret, open }
  }
  const bytes = Buffer.from(key, 'base64')
  return {
    seal: (account, secret) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, bytes, nonce).setAAD(Buffer.from(account, 'utf8'))
      const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return mark + sealed.toString('base64')
    },
    open: (account, stored) => {
      if (!stored.startsWith(mark)) return stored
      const sealed = Buffer.from(stored.slice(mark.length), 'base64')
      const decipher = createDecipheriv(algorithm, bytes, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
        .setAAD(Buffer.from(account, 'utf8'))
        .setAuthTag(sealed.subarray(-tagLength))
      return decipher.update(sealed.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

const columns = ['factor', 'factorBegun'] as const

/** Seals what was stored before there was a key. Throws where the key is not that of what is sealed: nobody with a second factor could sign in. */
export function sealFactors({ db, transaction }: CloudDatabase, seal: Seal): void {
  transaction(() => {
    for (const column of columns) {
      const write = db.prepare(`UPDATE accounts SET ${column} = ? WHERE id = ?`)
      const rows = db.prepare(`SELECT id, ${column} AS stored FROM accounts WHERE ${column} IS NOT NULL`).all()
      for (const { id, stored } of rows as { id: string; stored: string }[]) {
        const secret = opened(seal, id, stored)
        if (!stored.startsWith(mark)) write.run(seal.seal(id, secret), id)
      }
    }
  })
}

function opened(seal: Seal, account: string, stored: string): string {
  try {
    return seal.open(account, stored)
  } catch {
    throw new FactorKeyError()
  }
}
