/**
 * The accounts of several nodes: a project like the others, whose holder alone changes them. The other nodes follow its log with a copy of their own,
 * in which they look as if it were the one: a yes may be as old as `followEvery`, and a no is asked at the head (`caughtUp`).
 *
 * Promises: who was answered by the holder is found by whoever has caught up; a holder that has lost its lease, with something that nobody else has,
 * throws that away.
 */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProblem, ok } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { accountsLayout, type CloudDatabase, openCloudDatabase, type Wish } from '../hosts/cloud/database.ts'
import { openAccountsCopy } from './accountsCopy.ts'
import { readRecords } from './bases.ts'
import { accountsUuid } from './tables.ts'
import type { Replay, Truth } from './truth.ts'

/** Of what others have done: whether anybody's lists may say something else, or only that sessions have begun, gone on or ended. */
export type AccountsChange = 'all' | 'sessions'

/** Tables of which nobody is told anything. */
const quiet = new Set(['tries', 'spent', 'gone', 'addresses', 'notes', 'signing', 'licences', 'recovery'])

export interface NodeAccounts {
  readonly database: CloudDatabase
  /** Whether this node changes accounts. */
  holds(): boolean
  /** Whether what is here is what others have, or had a moment ago. */
  isSound(): boolean
  /** Whether a newer program changes accounts, so that this node cannot follow any more, until its end. */
  isOutdated(): boolean
  /** Resolves when all is here that was there when this was called. */
  caughtUp(): Promise<void>
  /** Resolves when all that was changed here is in the log; rejects where it never will be. `since`: what `term` said before it was changed. */
  settled(since?: number): Promise<void>
  /** Changes when this node has lost what it may have changed. */
  term(): number
  /** Does what somebody has changed on a copy of their own. False: it does not fit what is here now. */
  take(set: Uint8Array): Promise<boolean>
  /** `body` may write, as parts do that are put together; where this node only follows nothing stays of it. */
  trial<T>(body: () => T): T
  /** `listener` is called after changes of others, and when this node has become the one that changes accounts. */
  onChange(listener: (change: AccountsChange) => void): void
  /** What was asked of the holder since this was called last. */
  wishes(): Wish[]
  close(): Promise<void>
}

export interface NodeAccountsOptions {
  truth: Truth
  /** Of this node's files. */
  folder: string
  warn: (error: unknown) => void
  followEvery?: number
}

/** ms after which a node that only follows asks again whether it can be the one that changes accounts. */
const claimEvery = 500

export async function openNodeAccounts(options: NodeAccountsOptions): Promise<NodeAccounts> {
  const { truth, folder, warn, followEvery = 250 } = options
  await makeFirst(truth, folder)
  const path = join(folder, 'accounts.sqlite')
  remove(path)
  const read = await truth.read(accountsUuid, path, replayAccounts, accountsLayout)
  if (isProblem(read) && read.problem.kind === 'newerProject')
    throw new Error('a newer Thicket has run on this database: this one can be no node of it any more')
  if (isProblem(read)) throw new Error(`the accounts cannot be read: ${JSON.stringify(read.problem)}`)
  const copy = openAccountsCopy(path)
  const { opened } = copy
  const { db } = opened
  let at = read.ok.head
  /** What was changed and is not in the log yet. */
  let appending: Promise<void> = Promise.resolve()
  let isAppending = false
  let isReloading = false
  let isOutdated = false
  /** How often this node has lost the lease. */
  let term = 0
  let claimedAt = Number.NEGATIVE_INFINITY
  let asked: Wish[] = []
  const listeners: ((change: AccountsChange) => void)[] = []
  /** `tables`: that were changed; left out: any. */
  const heard = (tables?: Set<string>) => {
    truth.accountsAt(at)
    const told = tables && [...tables].filter((table) => !quiet.has(table))
    if (told?.length === 0) return
    const change = told?.every((table) => table === 'sessions') ? 'sessions' : 'all'
    for (const listener of listeners) listener(change)
  }

  /** Everything anew: part of the log is gone, or what is here is not what others have. */
  const reload = async (): Promise<void> => {
    isReloading = true
    const fresh = join(folder, `accounts.${randomUUID()}.sqlite`)
    try {
      const read = await truth.read(accountsUuid, fresh, replayAccounts, accountsLayout)
      if (isProblem(read)) throw new Error(JSON.stringify(read.problem))
      // It may be of an earlier layout.
      openCloudDatabase(fresh).close()
      copy.replaceBy(fresh)
      at = read.ok.head
      isReloading = false
      heard()
    } finally {
      remove(fresh)
    }
  }

  const catchUp = async (): Promise<void> => {
    if (copy.leads()) return
    const stands = await truth.stands(accountsUuid)
    if (!stands) throw new Error('the accounts are gone')
    if (stands.layout > accountsLayout) {
      isOutdated = true
      throw new Error('a newer Thicket changes accounts: this node serves nobody any more')
    }
    if (isReloading) return reload()
    const tables = new Set<string>()
    const before = at
    while (at < stands.head && !copy.leads()) {
      const sets = await readRecords(truth.sql, accountsUuid, at)
      if (copy.leads()) return
      if (sets.length === 0) return reload()
      try {
        for (const table of copy.bringIn(sets)) tables.add(table)
      } catch (error) {
        warn(error)
        return reload()
      }
      at += sets.length
    }
    if (at > before) heard(tables)
  }
  const inRounds = rounds(catchUp)
  const caughtUp = (): Promise<void> => (copy.leads() && !isReloading ? Promise.resolve() : inRounds())

  const lost = () => {
    // What is here may have been kept by nobody.
    copy.follow()
    term += 1
    isReloading = true
    isAppending = false
  }

  /** What is here has the tables of this program already; the log has them from its next place on. */
  const raise = async () => {
    const whole = join(folder, `accounts.${randomUUID()}.base`)
    copy.writeTo(whole)
    await truth.putBase(accountsUuid, whole, { instead: true, layout: accountsLayout }).finally(() => remove(whole))
    at += 1
  }
  const becomeHolder = async (): Promise<void> => {
    claimedAt = performance.now()
    const leased = await truth.lease(accountsUuid, lost, accountsLayout)
    if (isProblem(leased)) return
    try {
      await caughtUp()
      if (at !== leased.ok.head || !truth.holds(accountsUuid)) throw new Error('the accounts were not caught up with')
      if (leased.ok.layout < accountsLayout) await raise()
      copy.lead()
      appending = Promise.resolve()
      isAppending = false
      heard()
    } catch (error) {
      warn(error)
      await truth.release(accountsUuid)
    }
  }

  let isEnding = false
  const look = async () => {
    if (!truth.serves() || isOutdated) return
    if (!copy.leads()) await caughtUp()
    if (!copy.leads() && !isEnding && performance.now() - claimedAt > claimEvery) await becomeHolder()
    if (copy.leads() && truth.isBaseDue(accountsUuid)) await writeBase()
  }
  const writeBase = async () => {
    await settled()
    const whole = join(folder, `accounts.${randomUUID()}.base`)
    // Nothing happens between the copy and its place in the log.
    flush()
    copy.writeTo(whole)
    await truth.putBase(accountsUuid, whole).finally(() => remove(whole))
  }

  /** What was changed goes to the log. */
  const flush = (): void => {
    const changes = copy.changes()
    if (changes === null) return
    const kept = changes === 'all' ? putAll() : truth.append(accountsUuid, changes)
    at += 1
    truth.accountsAt(at)
    isAppending = true
    const mine = Promise.all([appending, kept]).then(() => {
      if (appending === mine) isAppending = false
    })
    // Whoever waits hears why; nobody need wait.
    mine.catch(() => {})
    appending = mine
  }
  const putAll = (): Promise<void> => {
    const whole = join(folder, `accounts.${randomUUID()}.base`)
    copy.writeTo(whole)
    return truth.putBase(accountsUuid, whole, { instead: true }).finally(() => remove(whole))
  }
  const settled = async (since = term): Promise<void> => {
    flush()
    if (isAppending) await appending
    if (isReloading || since !== term) throw new Error('the accounts are being read anew')
  }

  const database: CloudDatabase = {
    db,
    transaction: (body) => {
      if (db.isTransaction) return body()
      if (!copy.leads()) throw new Error('accounts are changed by another node')
      return opened.transaction(body)
    },
    behind: (statement) => {
      if (copy.leads()) statement()
    },
    mayWrite: copy.leads,
    term: () => term,
    ask: (wish) => {
      if (!copy.leads()) asked.push(wish)
    },
    forget: opened.forget,
    // The file is a copy of the log that all nodes have in common, and goes when the node ends.
    erase: () => {},
    flushed: () => settled(),
    close: () => {},
  }

  truth.accountsAt(at)
  await look()
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(warn)
      .finally(() => {
        looking = undefined
      })
    // What nobody waits for, as a sweep.
    flush()
  }, followEvery)

  return {
    database,
    holds: () => copy.leads() && truth.holds(accountsUuid),
    isSound: () => !isReloading && !isOutdated,
    isOutdated: () => isOutdated,
    caughtUp,
    settled,
    term: () => term,
    take: async (set) => {
      if (!copy.leads() || !copy.takeOver(set)) return false
      await settled()
      heard()
      return true
    },
    trial: copy.trial,
    onChange: (listener) => void listeners.push(listener),
    wishes: () => {
      const wishes = asked
      asked = []
      return wishes
    },
    close: async () => {
      isEnding = true
      clearInterval(timer)
      await looking
      await settled().catch(warn)
      await truth.release(accountsUuid).catch(warn)
      copy.close()
      remove(path)
    },
  }
}

/** `body` is under way once at a time: who asks meanwhile waits for the next round, which begins after they have asked. */
function rounds(body: () => Promise<void>): () => Promise<void> {
  let now: Promise<void> | undefined
  let next: Promise<void> | undefined
  const ask = (): Promise<void> => {
    if (!now) {
      now = body().finally(() => {
        now = undefined
      })
      return now
    }
    next ??= now
      .catch(() => {})
      .then(() => {
        next = undefined
        return ask()
      })
    return next
  }
  return ask
}

/** The accounts of nobody, unless there are some. */
async function makeFirst(truth: Truth, folder: string): Promise<void> {
  if (await truth.stands(accountsUuid)) return
  const path = join(folder, `accounts.${randomUUID()}.sqlite`)
  openCloudDatabase(path).close()
  try {
    await truth.create(accountsUuid, path, accountsLayout)
  } finally {
    remove(path)
  }
}

/** What was done by triggers and cascades is in it. */
export const replayAccounts: Replay = async (path, sets) => {
  const db = openNode(path)
  try {
    const triggers = db.all<{ name: string; sql: string }>(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    db.transaction(() => {
      for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`)
      for (const set of sets) db.take?.(set)
      for (const { sql } of triggers) db.exec(sql)
    })
  } finally {
    db.close()
  }
  return ok(undefined)
}

const remove = (path: string): void => {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
}
