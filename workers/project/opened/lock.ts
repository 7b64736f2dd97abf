/**
 * A protected project is shown once its password has been given. The key is in the memory of this worker alone: a copy lies on the device sealed,
 * and is read and written through tables in memory (`plainTables.ts`).
 */
import { ok, type Problem, problem, type Result } from '../../../src/model/problems.ts'
import { type KeyParts, keyPartsOf } from '../../../src/model/sealing/keys.ts'
import type { Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import { unreadProblem } from '../../../src/model/sealing/unread.ts'
import { hashOfWraps, unwrapKey, wrapKey } from '../../../src/model/sealing/wraps.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { authorOfUnread, isKeyOf, openPlain, wrapsOf } from '../../../wasm/database/plainTables.ts'
import type { Tabs } from './tabs.ts'

export interface Lock {
  /** `show` is called at once where the words of `db` can be read, else as soon as they can. */
  open(db: Db, show: (db: Db) => void): void
  /** By the password or the recovery code. Problems: wrongPassword, newerProject, truncatedProject. */
  unlock(secret: string): Result<void>
  /** By the key that a tab has. Where it is not the one of this copy, the password is asked for as ever. */
  takeKey(given: KeyParts): void
  /** By what a tab opens another worker's copy; null: it is locked, or not protected. */
  readonly key: KeyParts | null
  /** The key of the copy that is shown, wrapped anew; `from`: a hash of how it is wrapped now. Problems: those of `unlock`. */
  rewrap(secret: string, password: string): Result<{ from: string; hash: string; recovery: string }>
  /** By what the copy that is shown seals what it sends; null: it is not protected. */
  readonly sealing: Sealing | null
  /** The key is forgotten, and a copy that waits for it closed. */
  close(): void
}

export function openLock({ state, show: tell, say, warn }: Pick<Tabs, 'state' | 'show' | 'say' | 'warn'>): Lock {
  let parts: KeyParts | null = null
  let shown: Db | null = null
  let waiting: { db: Db; wraps: string; show: (db: Db) => void } | null = null

  /** Of what does not open it is told once, whether it turns out at once or of a text that is read later. */
  const openAndTell = (db: Db, found: KeyParts): Db | null => {
    let isTold = false
    const tellOnce = (problem: Problem) => {
      if (!isTold) warn(problem)
      isTold = true
    }
    const plain = openPlain(db, found, () => tellOnce(unreadProblem(null)))
    if (plain && found.unread?.size) tellOnce(unreadProblem(authorOfUnread(plain, found.unread)))
    return plain
  }
  /** By a key that was known before this copy came. null: it is the key of another project, or of none. */
  const openByKnown = (db: Db, known: KeyParts): Db | null => (isKeyOf(db, known) ? openAndTell(db, known) : null)
  const close = () => {
    waiting?.db.close()
    waiting = null
    shown = null
    parts = null
  }
  const opened = (found: KeyParts, plain: Db, show: (db: Db) => void) => {
    parts = found
    shown = plain
    waiting = null
    // Before any text is shown: keystrokes that a reload has cut off are opened by it.
    say({ key: { text: found.text, iv: found.iv } })
    tell({ isLocked: false })
    show(plain)
  }
  return {
    open: (db, show) => {
      waiting?.db.close()
      waiting = null
      const wraps = wrapsOf(db)
      if (wraps !== null) tell({ isProtected: true })
      const plain = wraps === null ? db : parts && openByKnown(db, parts)
      shown = plain
      if (wraps === null || plain) return show(plain ?? db)
      parts = null
      waiting = { db, wraps, show }
      tell({ isLocked: true, progress: null })
    },
    unlock: (secret) => {
      if (!waiting) return ok(undefined)
      const { db, wraps, show } = waiting
      const { name } = state
      const key = unwrapKey(name, wraps, secret)
      if ('problem' in key) return key
      const found: KeyParts = { ...keyPartsOf(key.ok), unread: new Map() }
      const plain = openAndTell(db, found)
      if (!plain) return problem({ kind: 'truncatedProject', name })
      opened(found, plain, show)
      return ok(undefined)
    },
    takeKey: ({ text, iv }) => {
      if (parts) return
      const found: KeyParts = { text, iv, unread: new Map() }
      if (!waiting) {
        parts = found
        return
      }
      const plain = openByKnown(waiting.db, found)
      if (plain) opened(found, plain, waiting.show)
    },
    get key() {
      return parts && shown && { text: parts.text, iv: parts.iv }
    },
    rewrap: (secret, password) => {
      const wraps = shown && wrapsOf(shown)
      if (wraps === null) return problem({ kind: 'protectionFailed' })
      const key = unwrapKey(state.name, wraps, secret)
      return 'problem' in key ? key : ok({ from: hashOfWraps(wraps), ...wrapKey(key.ok, password) })
    },
    get sealing() {
      return parts && { parts, name: state.name }
    },
    close,
  }
}
