/** What a server of many people has promised, as a power cut may not take it away. */
import type { DatabaseSync } from 'node:sqlite'
import type { Trial } from '../../src/model/rules/projects/trial.ts'
import type { Db } from '../../wasm/database/db.ts'

/** What the program that is recorded has promised, in the order of its promises. */
export type CloudAck =
  /** Rows of the accounts, by their keys; null: there is none. */
  | { facts: Record<string, string | null> }
  /** The file of a project has these, and lacks those. */
  | { project: string; has: string[]; lacks: string[] }
  /** A backup of a project is in its folder. */
  | { kept: string; id: string }
  /** Nobody wants the project's backups any more. */
  | { forgotten: string }
  /** `thicket admin backup` has made this folder. */
  | { out: string }
  /** `thicket admin restore` has made this one of it. */
  | { restored: string }
  /** Of the desktop. */
  | { trial: Trial }
  /** The disk has refused something; `changed`: rows of the accounts that are others all the same. */
  | { failed: string; changed: string[] }

const kinds: Record<string, string> = {
  account: 'SELECT id AS key, email, name, password, factor, factorBegun, factorUsed FROM accounts',
  recovery: "SELECT account || ' ' || hash AS key FROM recovery",
  session: 'SELECT id AS key, account, access, refresh FROM sessions',
  link: 'SELECT hash AS key, kind, email FROM links',
  project: 'SELECT uuid AS key, owner, name, path FROM projects',
  share: "SELECT project || ' ' || account AS key, access FROM shares",
  invitation: "SELECT project || ' ' || email AS key, access FROM invitations",
  licence: 'SELECT hash AS key, type, days, uses, used FROM licences',
  signing: 'SELECT id AS key, key AS pem FROM signing',
}

/** All that is promised of `accounts.sqlite`. */
export function factsOf(database: DatabaseSync): Map<string, string> {
  return new Map(
    Object.entries(kinds).flatMap(([kind, sql]) =>
      database
        .prepare(sql)
        .all()
        .map(({ key, ...row }) => [`${kind} ${key}`, JSON.stringify(row)] as const),
    ),
  )
}

const contents: Record<string, string> = {
  quirk: 'SELECT id AS key FROM quirks',
  version: 'SELECT name AS key FROM _versions',
  state: `SELECT name AS key FROM _versions v
    WHERE size > 0 AND size = (SELECT SUM(LENGTH(bytes)) FROM _version_parts WHERE version = v.id)`,
}

/** What is promised of a project's file: its quirks, its versions, and the states that are kept of them. */
export const contentsOf = (db: Db): Set<string> =>
  new Set(
    Object.entries(contents).flatMap(([kind, sql]) =>
      db.all<{ key: string | number }>(sql).map(({ key }) => `${kind} ${key}`),
    ),
  )
