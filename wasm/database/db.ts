/**
 * What a SQLite database is to the rest of the program, whoever runs it: the browser's copy over OPFS, one in memory, or
 * a file of the server. One contract suite (`db.contract.ts`) holds for all.
 *
 * Promises: integers come and go as JavaScript numbers (safe integers), texts as strings, byte strings as Uint8Array.
 * Statements are prepared once and kept. Calls are synchronous; nothing else happens to the database in between.
 */
import type { Asked, Asking } from './statement.ts'

export type Value = number | string | Uint8Array | null
export type Params = readonly Value[]

/** The row a statement stands on: values by the place of their column, without an object made of them. Valid during the call only. */
export interface RowReader {
  number(column: number): number
  text(column: number): string
  /** A byte string; the memory is SQLite's, so copy what is to stay. For the UTF-8 of a text: `CAST(… AS BLOB)`. */
  bytes(column: number): Uint8Array
}

export interface Db {
  /** Runs one statement; returns the number of rows it inserted, updated or deleted itself. */
  run(sql: string, params?: Params): number
  /** All rows as objects of column names. */
  all<R = Record<string, Value>>(sql: string, params?: Params): R[]
  /** The first row, or undefined. */
  one<R = Record<string, Value>>(sql: string, params?: Params): R | undefined
  /** Gives every row to `body`: for many rows, several times as fast as `all`. */
  each(sql: string, params: Params, body: (row: RowReader) => void): void
  /** Runs a script of several statements without parameters. */
  exec(sql: string): void
  /**
   * Runs `body` in a transaction, or in a savepoint where one is open, and commits what it did; rolls back and throws on
   * whatever it throws.
   */
  transaction<T>(body: () => T): T
  /** Flush to the medium at each commit (`full`), or leave that to the system (`normal`): between transactions only. */
  durability(level: 'full' | 'normal'): void
  /** Runs a statement that somebody has typed, which can only read (`statement.ts`); between transactions. Never throws for what it says. */
  ask(sql: string, asking: Asking): Asked
  /** Of a protected copy: the same with the texts of these answers opened, for statements that touch no other text (`sealedTexts.ts`). Ask by `texts.ts`. */
  withAnswers?(answerIds: Iterable<number>): Db
  /** Of a protected copy: opens texts that nobody has asked for, at most so many; whether there are more. */
  openMore?(most: number): boolean
  /** Of a protected copy: has some of those decrypted on another thread meanwhile, so that opening them takes less time. */
  openAhead?(): Promise<void>
  /** Copies the database into a new file while it goes on being used, what is written meanwhile included; where the driver can. */
  copyTo?(path: string): Promise<void>
  /** From here on `changes` tells what has changed; where the driver can. To be called before anything is written. */
  record?(): void
  /**
   * What was committed since it was last asked, as a changeset of SQLite; null: nothing. 'all': too many rows for one, so that only the whole
   * database says it. Outside transactions only.
   */
  changes?(): Uint8Array | 'all' | null
  /** Does what a changeset says. Throws where it does not fit what is here, and then has done nothing. */
  take?(changeset: Uint8Array): void
  close(): void
}

/** The transaction discipline that all drivers share. */
export function transactions(exec: (sql: string) => void): Db['transaction'] {
  let depth = 0
  return (body) => {
    const name = `s${depth}`
    exec(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${name}`)
    depth += 1
    try {
      const result = body()
      exec(depth === 1 ? 'COMMIT' : `RELEASE ${name}`)
      return result
    } catch (error) {
      try {
        exec(depth === 1 ? 'ROLLBACK' : `ROLLBACK TO ${name}; RELEASE ${name}`)
      } catch {
        // SQLite has rolled back by itself (disk full, I/O error): the first error tells why.
      }
      throw error
    } finally {
      depth -= 1
    }
  }
}
