/**
 * The signing service: keys by which desktops are activated or their trials extended (2 §4, §7), and the answers to them, signed. Made by
 * `thicket admin`, beside a server that runs; kept as hashes, of 100 bits: none is guessed, and none is found from its hash.
 */
import type { ActivationAnswer, ActivationRequest } from '../../../../src/model/contract/shapes.ts'
import { problem, type Result } from '../../../../src/model/problems.ts'
import { newSigningKey, publicKeyOf, signed } from '../../../base/signedAnswer.ts'
import type { Caller } from '../../../host.ts'
import { keys } from '../accounts/allowances.ts'
import { hashOfToken } from '../accounts/tokens.ts'
import { openTries, type Tries } from '../accounts/tries.ts'
import { newCode, plainCode } from '../accounts/writtenCode.ts'
import type { CloudDatabase } from '../database.ts'

/** Times in ms since 1970. */
export interface Licence {
  /** The beginning of its hash: by it a key is removed that nobody has any more. */
  id: string
  type: ActivationRequest['type']
  /** Of an extension; else 0. */
  days: number
  /** How often it may be used, and how often it was. */
  uses: number
  used: number
  note: string
  created: number
  lastUsed: number | null
}

export interface Licences {
  /** The key, said this once. */
  make(wanted: Pick<Licence, 'type' | 'days' | 'uses' | 'note'>): string
  list(): Licence[]
  /** By its id, or the key itself; whether there was one. What it has activated stays so. */
  remove(written: string): boolean
  /** By what desktops verify the answers; the pair is made when it is first asked for, and kept. */
  publicKey(): string
  /** Counts a use, or a try with what is no key. Problems: activationFailed, trialExtensionFailed, tooManyTries. */
  answer(request: ActivationRequest, caller: Pick<Caller, 'address'>): Result<ActivationAnswer>
}

const lettersOfKey = 20
/** In letters that no command takes for an option. */
const id = 'lower(hex(substr(hash, 1, 6)))'

export function openLicences(
  { db, transaction }: CloudDatabase,
  tries: Tries = openTries(),
  now: () => number = Date.now,
): Licences {
  const keptKey = (): string | undefined => {
    const row = db.prepare('SELECT key FROM signing').get()
    return row && String(row.key)
  }
  const signingKey = (): string =>
    keptKey() ??
    transaction(() => {
      db.prepare('INSERT OR IGNORE INTO signing (id, key, created) VALUES (1, ?, ?)').run(newSigningKey(), now())
      return keptKey() as string
    })
  return {
    make: ({ type, days, uses, note }) => {
      const key = newCode(lettersOfKey)
      transaction(() =>
        db
          .prepare('INSERT INTO licences (hash, type, days, uses, note, created) VALUES (?, ?, ?, ?, ?, ?)')
          .run(hashOfToken(plainCode(key)), type, days, uses, note, now()),
      )
      return key
    },
    list: () =>
      db
        .prepare(
          `SELECT ${id} AS id, type, days, uses, used, note, created, lastUsed FROM licences ORDER BY created, hash`,
        )
        .all()
        .map((row) => ({ ...row }) as unknown as Licence),
    remove: (written) =>
      transaction(() =>
        db.prepare(`DELETE FROM licences WHERE hash = ? OR ${id} = ?`).run(hashOfToken(plainCode(written)), written),
      ).changes > 0,
    publicKey: () => publicKeyOf(signingKey()),
    answer: ({ key, type }, { address }) => {
      const from = hashOfToken(`activation ${address}`)
      const refused = tries.take([[from, keys]])
      if (refused) return problem({ kind: 'tooManyTries', wait: refused.wait })
      const hash = hashOfToken(plainCode(key))
      const failed = (reason: 'unknown' | 'spent') =>
        problem({ kind: type === 'activation' ? 'activationFailed' : 'trialExtensionFailed', reason, detail: '' })
      // Whoever asks with a key that is none, as anybody may, locks nothing.
      const found = db.prepare('SELECT days FROM licences WHERE hash = ? AND type = ?').get(hash, type)
      if (!found) return failed('unknown')
      tries.giveBack(from)
      const use = 'UPDATE licences SET used = used + 1, lastUsed = ? WHERE hash = ? AND used < uses'
      if (transaction(() => db.prepare(use).run(now(), hash)).changes === 0) return failed('spent')
      const days = type === 'extension' ? { trial_extension_days: Number(found.days) } : {}
      const payload = { key, type, ...days, iat: Math.floor(now() / 1000) }
      return { ok: { token: signed(payload, signingKey()), ...days } }
    },
  }
}
