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
import type { DatabaseSync } from 'node:sqlite'
import { isProblem, ok } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { type Recorder, recordChanges, takeChanges } from '../../wasm/database/boot/nodeChanges.ts'
import { accountsLayout, type CloudDatabase, openCloudDatabase, type Wish } from '../hosts/cloud/database.ts'
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
  const opened = openCloudDatabase(path)
  const { db } = opened
  const triggers = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all() as {
    name: string
    sql: string
  }[]
  let at = read.ok.head
  let recorder: Recorder | undefined
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

  /** What its log says was done, by triggers and cascades too, is all that is done here. */
  const follow = () => {
    recorder = undefined
    db.exec('PRAGMA query_only = OFF; PRAGMA foreign_keys = OFF')
    for (const { name } of triggers) db.exec(`DROP TRIGGER IF EXISTS "${name}"`)
    db.exec('PRAGMA query_only = ON')
  }
  const lead = () => {
    db.exec('PRAGMA query_only = OFF; PRAGMA foreign_keys = ON')
    for (const { name, sql } of triggers) {
      db.exec(`DROP TRIGGER IF EXISTS "${name}"`)
      db.exec(sql)
    }
    recorder = recordChanges(db)
    appending = Promise.resolve()
    isAppending = false
  }
  const written = (body: () => void) => {
    db.exec('PRAGMA query_only = OFF')
    try {
      body()
    } finally {
      db.exec('PRAGMA query_only = ON')
    }
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
      written(() => replaceRows(db, fresh))
      at = read.ok.head
      isReloading = false
      heard()
    } finally {
      remove(fresh)
    }
  }

  const catchUp = async (): Promise<void> => {
    if (recorder) return
    const stands = await truth.stands(accountsUuid)
    if (!stands) throw new Error('the accounts are gone')
    if (stands.layout > accountsLayout) {
      isOutdated = true
      throw new Error('a newer Thicket changes accounts: this node serves nobody any more')
    }
    if (isReloading) return reload()
    const tables = new Set<string>()
    const before = at
    while (at < stands.head && !recorder) {
      const sets = await readRecords(truth.sql, accountsUuid, at)
      if (recorder) return
      if (sets.length === 0) return reload()
      try {
        written(() => {
          for (const set of sets) for (const table of takeChanges(db, set)) tables.add(table)
        })
      } catch (error) {
        warn(error)
        return reload()
      }
      at += sets.length
    }
    if (at > before) heard(tables)
  }
  /** One at a time; who asks while one is under way waits for the next. */
  let now: Promise<void> | undefined
  let next: Promise<void> | undefined
  const caughtUp = (): Promise<void> => {
    if (recorder && !isReloading) return Promise.resolve()
    if (!now) {
      now = catchUp().finally(() => {
        now = undefined
      })
      return now
    }
    next ??= now
      .catch(() => {})
      .then(() => {
        next = undefined
        return caughtUp()
      })
    return next
  }

  const lost = () => {
    // What is here may have been kept by nobody.
    follow()
    term += 1
    isReloading = true
    isAppending = false
  }

  /** What is here has the tables of this program already; the log has them from its next place on. */
  const raise = async () => {
    const whole = join(folder, `accounts.${randomUUID()}.base`)
    written(() => db.exec(`VACUUM INTO '${whole.replaceAll("'", "''")}'`))
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
      lead()
      heard()
    } catch (error) {
      warn(error)
      await truth.release(accountsUuid)
    }
  }

  let isEnding = false
  const look = async () => {
    if (!truth.serves() || isOutdated) return
    if (!recorder) await caughtUp()
    if (!recorder && !isEnding && performance.now() - claimedAt > claimEvery) await becomeHolder()
    if (recorder && truth.isBaseDue(accountsUuid)) await writeBase()
  }
  const writeBase = async () => {
    await settled()
    const whole = join(folder, `accounts.${randomUUID()}.base`)
    // Nothing happens between the copy and its place in the log.
    flush()
    db.exec(`VACUUM INTO '${whole.replaceAll("'", "''")}'`)
    await truth.putBase(accountsUuid, whole).finally(() => remove(whole))
  }

  /** What was changed goes to the log. */
  const flush = (): void => {
    const changes = recorder?.changes() ?? null
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
    db.exec(`VACUUM INTO '${whole.replaceAll("'", "''")}'`)
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
      if (!recorder) throw new Error('accounts are changed by another node')
      return opened.transaction(body)
    },
    behind: (statement) => {
      if (recorder) statement()
    },
    mayWrite: () => recorder !== undefined,
    term: () => term,
    ask: (wish) => {
      if (!recorder) asked.push(wish)
    },
    forget: opened.forget,
    // The file is a copy of the log that all nodes have in common, and goes when the node ends.
    erase: () => {},
    flushed: () => settled(),
    close: () => {},
  }

  db.exec('PRAGMA synchronous = OFF')
  follow()
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
    holds: () => recorder !== undefined && truth.holds(accountsUuid),
    isSound: () => !isReloading && !isOutdated,
    isOutdated: () => isOutdated,
    caughtUp,
    settled,
    term: () => term,
    take: async (set) => {
      if (!recorder) return false
      // It says itself what triggers and cascades have done.
      db.exec('PRAGMA foreign_keys = OFF')
      for (const { name } of triggers) db.exec(`DROP TRIGGER IF EXISTS "${name}"`)
      try {
        takeChanges(db, set)
      } catch {
        return false
      } finally {
        db.exec('PRAGMA foreign_keys = ON')
        for (const { sql } of triggers) db.exec(sql)
      }
      await settled()
      heard()
      return true
    },
    trial: (body) => {
      if (recorder) return body()
      db.exec('PRAGMA query_only = OFF; BEGIN')
      try {
        return body()
      } finally {
        db.exec('ROLLBACK; PRAGMA query_only = ON')
      }
    },
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
      db.close()
      remove(path)
    },
  }
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

/** The rows of all tables are those of the file at `path`, which has the same tables. */
function replaceRows(db: DatabaseSync, path: string): void {
  db.prepare('ATTACH ? AS fresh').run(path)
  try {
    db.exec('BEGIN IMMEDIATE')
    const tables = db
      .prepare(`SELECT name FROM fresh.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all() as { name: string }[]
    for (const { name } of tables) {
      const columns = (db.prepare(`SELECT name FROM pragma_table_info(?)`).all(name) as { name: string }[])
        .map((column) => `"${column.name}"`)
        .join(', ')
      db.exec(
        `DELETE FROM main."${name}"; INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM fresh."${name}"`,
      )
    }
    db.exec('COMMIT')
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK')
    db.exec('DETACH fresh')
  }
}

const remove = (path: string): void => {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
}
