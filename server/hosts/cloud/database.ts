/**
 * The database of a server of many people: `accounts.sqlite` in its folder. Passwords and tokens stand in it as hashes alone.
 *
 * Promises: what has been answered is on the disk (FULL), but for the notes of files (`behind`), whose loss costs a new epoch. What was deleted is
 * written over, and with an account the whole file (`erase`): of who has left nothing stays in it, nor in the log beside it.
 */
import { chmodSync, existsSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { orDamaged } from '../../base/failures.ts'
import type { Noted } from '../../files/identity.ts'

/** Version of these tables. 1: 2026-11-21. 2: `accounts.proven`. 3: `accounts.emailWaiting`, `links.account`, `recovery`. 4: `tries`. 5: `licences`, `signing`. 6: `discarded`. 7: `sessions.turn`, `usedTurn`, `spent.turn`, `until`. 8: `accounts.transcriptionKey`, `transcriptions`, `transcriptionKeys`, `spoken`. 9: `accounts.owes`, `volume`, `customer`, `orders`, `subscriptions`, `studentFiles`. 10: `notes.protected`. 11: `accounts.quota`, `mostProjects`, `operator`; what is deleted is written over. 12: `accounts.disabled`. 13: `identities`, `logouts`, `accounts.mayCreate`, `sessions.issuer`, `sid`, `ends`. 14: `transcriptions.sound`. */
export const accountsLayout = 14

/** Times are ms since 1970. Emails are trimmed and lower-cased. */
const sql = `
CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password TEXT NOT NULL,
  region TEXT NOT NULL, language TEXT NOT NULL, created INTEGER NOT NULL, factor TEXT, factorBegun TEXT,
  factorUsed INTEGER NOT NULL DEFAULT 0, proven INTEGER NOT NULL DEFAULT 0, emailWaiting TEXT,
  transcriptionKey TEXT, owes INTEGER NOT NULL DEFAULT 0, volume INTEGER NOT NULL DEFAULT 0, customer TEXT,
  quota INTEGER, mostProjects INTEGER, operator INTEGER NOT NULL DEFAULT 0,
  disabled INTEGER, mayCreate INTEGER NOT NULL DEFAULT 1) STRICT;
-- recovery codes of the second factor that were not used yet, hashed
CREATE TABLE IF NOT EXISTS recovery (account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, hash TEXT NOT NULL,
  PRIMARY KEY (account, hash)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  access TEXT NOT NULL UNIQUE, accessUntil INTEGER NOT NULL, former TEXT UNIQUE, formerUntil INTEGER,
  refresh TEXT NOT NULL UNIQUE, until INTEGER NOT NULL, created INTEGER NOT NULL, used INTEGER NOT NULL, agent TEXT NOT NULL,
  turn INTEGER NOT NULL DEFAULT 0, usedTurn INTEGER NOT NULL DEFAULT 0, issuer TEXT, sid TEXT, ends INTEGER) STRICT;
CREATE INDEX IF NOT EXISTS sessions_account ON sessions(account);
-- who people are for the providers that they sign in with; mayCreate: what the groups there said last, NULL where they say nothing of it
CREATE TABLE IF NOT EXISTS identities (issuer TEXT NOT NULL, subject TEXT NOT NULL, id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, created INTEGER NOT NULL, used INTEGER NOT NULL, mayCreate INTEGER,
  PRIMARY KEY (issuer, subject)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS identities_account ON identities(account);
-- tokens by which a provider has said that somebody has left, hashed: each is heard once
CREATE TABLE IF NOT EXISTS logouts (hash TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- refresh tokens that were used: one that comes again after a later turn was used ends its session
CREATE TABLE IF NOT EXISTS spent (refresh TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE, at INTEGER NOT NULL,
  turn INTEGER NOT NULL DEFAULT 0, until INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX IF NOT EXISTS spent_session ON spent(session);
-- refresh tokens of accounts that were deleted, hashed: whoever still has one hears that the account is no more
CREATE TABLE IF NOT EXISTS gone (refresh TEXT PRIMARY KEY, account TEXT NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
-- addresses from which an account was signed in to, hashed: tries from elsewhere do not shut them out
CREATE TABLE IF NOT EXISTS addresses (account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, hash TEXT NOT NULL,
  used INTEGER NOT NULL, PRIMARY KEY (account, hash)) STRICT, WITHOUT ROWID;
-- one-time links of mails: kind reset, invitation or email; of these, for whose account
CREATE TABLE IF NOT EXISTS links (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, email TEXT NOT NULL, until INTEGER NOT NULL,
  account TEXT REFERENCES accounts(id) ON DELETE CASCADE) STRICT;
CREATE INDEX IF NOT EXISTS links_email ON links(email);
-- what is left of tries (sign-ins, mails …), by the hash of what is tried from where, until it is full again
CREATE TABLE IF NOT EXISTS tries (key TEXT PRIMARY KEY, remaining REAL NOT NULL, most REAL NOT NULL, every REAL NOT NULL,
  at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS projects (uuid TEXT PRIMARY KEY, owner TEXT NOT NULL REFERENCES accounts(id), name TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, opened INTEGER NOT NULL) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS projects_name ON projects(owner, name);
CREATE TABLE IF NOT EXISTS shares (project TEXT NOT NULL REFERENCES projects(uuid) ON DELETE CASCADE,
  account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, access TEXT NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (project, account)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS shares_account ON shares(account);
-- shares of people who have no account yet
CREATE TABLE IF NOT EXISTS invitations (project TEXT NOT NULL REFERENCES projects(uuid) ON DELETE CASCADE, email TEXT NOT NULL,
  access TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (project, email)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS invitations_email ON invitations(email);
-- the name that a person's rows bear in a project: fixed when they first come to it, so that nobody can take another's
CREATE TABLE IF NOT EXISTS authors (project TEXT NOT NULL REFERENCES projects(uuid) ON DELETE CASCADE, account TEXT NOT NULL,
  author TEXT NOT NULL, PRIMARY KEY (project, account), UNIQUE (project, author)) STRICT, WITHOUT ROWID;
-- what files/identity.ts judges by
CREATE TABLE IF NOT EXISTS notes (uuid TEXT PRIMARY KEY, path TEXT NOT NULL, epoch TEXT NOT NULL, head INTEGER NOT NULL,
  hash TEXT NOT NULL, clean INTEGER NOT NULL, modified INTEGER NOT NULL,
  protected INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS notes_path ON notes(path);
-- projects that were deleted, until their files are: a server that ends in between goes on with them when it starts
CREATE TABLE IF NOT EXISTS discarded (path TEXT PRIMARY KEY, uuid TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS projects_discarded AFTER DELETE ON projects
  BEGIN INSERT OR IGNORE INTO discarded (path, uuid) VALUES (old.path, old.uuid); END;
-- pairs of this server that recordings are sealed for: PKCS #8 in PEM
CREATE TABLE IF NOT EXISTS transcriptionKeys (id INTEGER PRIMARY KEY, key TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
-- recordings that somebody has sent, and what has become of them; the sealed files lie in the folder transcription by their ids
CREATE TABLE IF NOT EXISTS transcriptions (id TEXT PRIMARY KEY, project TEXT NOT NULL REFERENCES projects(uuid) ON DELETE CASCADE,
  account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, name TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'waiting', failure TEXT,
  month TEXT NOT NULL, seconds REAL NOT NULL, bytes INTEGER NOT NULL, language TEXT NOT NULL, highAccuracy INTEGER NOT NULL,
  diarize INTEGER NOT NULL, publicKey TEXT NOT NULL, secret TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL,
  due INTEGER NOT NULL DEFAULT 0, ended INTEGER, sound TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS transcriptions_account ON transcriptions(account, project);
CREATE INDEX IF NOT EXISTS transcriptions_project ON transcriptions(project);
CREATE INDEX IF NOT EXISTS transcriptions_due ON transcriptions(status, due);
-- seconds that a person has had heard in a month, and has waiting: what was heard stays counted when its recording goes
CREATE TABLE IF NOT EXISTS spoken (account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, month TEXT NOT NULL,
  seconds REAL NOT NULL, PRIMARY KEY (account, month)) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS spoken_waits AFTER INSERT ON transcriptions
  BEGIN INSERT INTO spoken (account, month, seconds) VALUES (new.account, new.month, new.seconds)
    ON CONFLICT DO UPDATE SET seconds = seconds + excluded.seconds; END;
CREATE TRIGGER IF NOT EXISTS spoken_heard AFTER UPDATE OF seconds ON transcriptions
  BEGIN UPDATE spoken SET seconds = seconds + new.seconds - old.seconds WHERE account = new.account AND month = new.month; END;
CREATE TRIGGER IF NOT EXISTS spoken_gone AFTER DELETE ON transcriptions WHEN old.status IN ('waiting', 'running')
  BEGIN UPDATE spoken SET seconds = seconds - old.seconds WHERE account = old.account AND month = old.month; END;
-- keys by which desktops are activated or their trials extended, hashed
CREATE TABLE IF NOT EXISTS licences (hash TEXT PRIMARY KEY, type TEXT NOT NULL, days INTEGER NOT NULL, uses INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL, created INTEGER NOT NULL, lastUsed INTEGER) STRICT, WITHOUT ROWID;
-- what signs the answers to them: Ed25519, PKCS #8 in PEM
CREATE TABLE IF NOT EXISTS signing (id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
-- what accounts have ordered; config and discount are JSON, session is that of the checkout at Stripe
CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  kind TEXT NOT NULL, config TEXT NOT NULL, price TEXT NOT NULL, discount TEXT, amount INTEGER NOT NULL, currency TEXT NOT NULL,
  seconds INTEGER NOT NULL, session TEXT UNIQUE, status TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS orders_open ON orders(account, kind) WHERE status IN ('review', 'approved', 'open');
-- what accounts pay for, as Stripe said when it was last asked
CREATE TABLE IF NOT EXISTS subscriptions (id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  kind TEXT NOT NULL, status TEXT NOT NULL, until INTEGER NOT NULL, cancelled INTEGER NOT NULL, seconds INTEGER NOT NULL,
  checked INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS subscriptions_account ON subscriptions(account);
-- files by which students show that they are some, until it is decided, by their names (keptFiles.ts)
CREATE TABLE IF NOT EXISTS studentFiles (account TEXT PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE, path TEXT NOT NULL,
  at INTEGER NOT NULL) STRICT;
`

/** What a node that only follows wants to have written, without waiting for it: a token of this turn was used; a project's file stands so. */
export type Wish = { used: { session: string; turn: number } } | { note: Noted }

export interface CloudDatabase {
  readonly db: DatabaseSync
  /** `body` in one transaction, which is on the disk when it returns. */
  transaction<T>(body: () => T): T
  /** One statement of its own that does not wait for the disk: a power cut may lose it, a crash of the program does not. */
  behind(statement: () => unknown): void
  /** Brings the log into the file and empties it, where nobody reads from it just now. What could not be erased is tried again. */
  forget(): void
  /**
   * Writes the file anew, so that nothing of deleted rows is left between those that stay: SQLite writes zeros over a row that goes
   * (`secure_delete`), but not over the copies of it that a page keeps when some of its rows moved to another page. Call it after the
   * transaction that has deleted them. It never throws: where it cannot be done now (a full disk, somebody who writes), `forget` tries again.
   */
  erase(): void
  /** False on a node that only follows what another one does to accounts: nothing can be written there. Left out: it can. */
  mayWrite?(): boolean
  /** Of a node: another number each time that it may have become the one that writes. */
  term?(): number
  /** On such a node: what `behind` would have written is asked of the other. */
  ask?(wish: Wish): void
  /** Resolves when all that is written now is on the disk. A thread of Node's pool waits for it, not the event loop; many who ask at once wait for one. */
  flushed(): Promise<void>
  close(): void
}

const remedy =
  'Put it back from a backup, with the projects: “The whole server” in server/docs/running.md says how. Nothing was changed.'

/** `path`: of the file, which is made where it is missing. Throws DamagedFileError where it is no database. */
export const openCloudDatabase = (path: string): CloudDatabase => orDamaged(path, remedy, () => open(path))

function open(path: string): CloudDatabase {
  const isNew = !existsSync(path)
  // `thicket admin` may write beside a server that runs.
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON',
  )
  if (isNew && process.platform !== 'win32') chmodSync(path, 0o600)
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > accountsLayout) {
    db.close()
    throw new Error(`${path} was made by a newer Thicket`)
  }
  db.exec(sql)
  if (version === 1) db.exec('ALTER TABLE accounts ADD COLUMN proven INTEGER NOT NULL DEFAULT 0')
  if (version === 1 || version === 2) {
    db.exec('ALTER TABLE accounts ADD COLUMN emailWaiting TEXT')
    db.exec('ALTER TABLE links ADD COLUMN account TEXT REFERENCES accounts(id) ON DELETE CASCADE')
  }
  if (version > 0 && version < 7)
    for (const column of [
      'sessions ADD COLUMN turn',
      'sessions ADD COLUMN usedTurn',
      'spent ADD COLUMN turn',
      'spent ADD COLUMN until',
    ])
      db.exec(`ALTER TABLE ${column} INTEGER NOT NULL DEFAULT 0`)
  if (version > 0 && version < 8) db.exec('ALTER TABLE accounts ADD COLUMN transcriptionKey TEXT')
  if (version > 0 && version < 9)
    for (const column of ['owes INTEGER NOT NULL DEFAULT 0', 'volume INTEGER NOT NULL DEFAULT 0', 'customer TEXT'])
      db.exec(`ALTER TABLE accounts ADD COLUMN ${column}`)
  if (version > 0 && version < 10) db.exec('ALTER TABLE notes ADD COLUMN protected INTEGER NOT NULL DEFAULT 0')
  if (version > 0 && version < 11)
    for (const column of ['quota INTEGER', 'mostProjects INTEGER', 'operator INTEGER NOT NULL DEFAULT 0'])
      db.exec(`ALTER TABLE accounts ADD COLUMN ${column}`)
  // What was deleted before is still there, between what is.
  if (version > 0 && version < 11) db.exec('VACUUM')
  if (version > 0 && version < 12) db.exec('ALTER TABLE accounts ADD COLUMN disabled INTEGER')
  if (version > 0 && version < 13)
    for (const column of [
      'accounts ADD COLUMN mayCreate INTEGER NOT NULL DEFAULT 1',
      'sessions ADD COLUMN issuer TEXT',
      'sessions ADD COLUMN sid TEXT',
      'sessions ADD COLUMN ends INTEGER',
    ])
      db.exec(`ALTER TABLE ${column}`)
  if (version > 7 && version < 14) db.exec('ALTER TABLE transcriptions ADD COLUMN sound TEXT')
  // Written once: servers take a write of another program for a change, and have everybody look again.
  if (version < accountsLayout) db.exec(`PRAGMA user_version = ${accountsLayout}`)
  let depth = 0
  const transaction = <T>(body: () => T): T => {
    if (depth > 0) return body()
    db.exec('BEGIN IMMEDIATE')
    depth += 1
    try {
      const done = body()
      db.exec('COMMIT')
      return done
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    } finally {
      depth -= 1
    }
  }
  let mustErase = false
  const forget = () => {
    if (mustErase)
      try {
        db.exec('VACUUM')
        mustErase = false
      } catch {
        // The next one tries again.
      }
    db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  }
  return {
    db,
    transaction,
    behind: (statement) => {
      db.exec('PRAGMA synchronous = NORMAL')
      try {
        statement()
      } finally {
        db.exec('PRAGMA synchronous = FULL')
      }
    },
    forget,
    erase: () => {
      mustErase = true
      try {
        forget()
      } catch {
        // Somebody reads or writes at this moment.
      }
    },
    flushed: openFlush(`${path}-wal`),
    close: () => db.close(),
  }
}

/** What a commit has written lies in the log (`path`) until a checkpoint, which brings it to the disk first. SQLite's locks are on other files: opening this one lets go of none. */
function openFlush(path: string): () => Promise<void> {
  let now: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const flush = async () => {
    next = undefined
    const opened = await openFile(path, 'r+')
    await opened.datasync().finally(() => opened.close())
  }
  return () => {
    // One that has begun may have begun before what is meant.
    next ??= now = now.catch(() => {}).then(flush)
    return next
  }
}
