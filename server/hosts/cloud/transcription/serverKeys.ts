/** The pairs of this server that recordings are sealed for. A new one is made now and then: what is stolen of it later opens little. */
import { createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { CloudDatabase } from '../database.ts'

const newPair = promisify(generateKeyPair)

/** ms that recordings are sealed for one pair. */
const pairLife = 30 * 24 * 60 * 60_000
/** The last one opens what was sealed just before. */
const kept = 2

export interface ServerKeys {
  /** For recordings from now on: SPKI in PEM. */
  publicKey(): Promise<string>
  /** All that are kept, the newest first: PKCS #8 in PEM. */
  privateKeys(): string[]
}

export function openServerKeys({ db, transaction }: CloudDatabase, now: () => number): ServerKeys {
  const all = db.prepare('SELECT key, created FROM transcriptionKeys ORDER BY id DESC')
  const insert = db.prepare('INSERT INTO transcriptionKeys (key, created) VALUES (?, ?)')
  // As long as recordings wait, each of them has its key.
  const removeOld = db.prepare(`DELETE FROM transcriptionKeys
WHERE id NOT IN (SELECT id FROM transcriptionKeys ORDER BY id DESC LIMIT ${kept})
AND NOT EXISTS (SELECT 1 FROM transcriptions WHERE status IN ('waiting', 'running'))`)
  let making: Promise<string> | undefined
  const make = async () => {
    const { privateKey } = await newPair('rsa', {
      modulusLength: 3072,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    transaction(() => {
      insert.run(privateKey, now())
      removeOld.run()
    })
    return privateKey
  }
  return {
    publicKey: async () => {
      const newest = all.get()
      const isGood = newest && Number(newest.created) > now() - pairLife
      if (!isGood)
        making ??= make().finally(() => {
          making = undefined
        })
      const key = isGood ? String(newest.key) : await making
      return String(createPublicKey(key ?? '').export({ type: 'spki', format: 'pem' }))
    },
    privateKeys: () => all.all().map(({ key }) => String(key)),
  }
}
