/** The sound of recordings in a project's file (`src/model/sound/media.ts`). Bytes go to and from files of their own, so that a thread has one part of them in memory. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { refuse } from '../../src/model/problems.ts'
import { mediaPart } from '../../src/model/sound/media.ts'
import type { Db } from '../../wasm/database/db.ts'

/** `sound`: its bytes, or the path of a file that has them. Whole or not at all; what is there already stays. Throws Refusal badRequest where these are other bytes than the hash says. */
export function keepMedia(db: Db, hash: string, sound: string | Uint8Array): void {
  if (!hasMedia(db, hash)) db.transaction(() => putMedia(db, hash, sound))
}

/** The same where there is none of this hash, in a transaction of the caller's. */
export function putMedia(db: Db, hash: string, sound: string | Uint8Array): void {
  const sha = createHash('sha256')
  let n = 0
  for (const bytes of typeof sound === 'string' ? partsOf(sound) : partsIn(sound)) {
    sha.update(bytes)
    db.run('INSERT INTO _media (hash, n, bytes) VALUES (?, ?, ?)', [hash, n, bytes])
    n += 1
  }
  if (sha.digest('base64url') !== hash) refuse({ kind: 'badRequest', detail: 'hash: these are other bytes' })
}

/** Writes it to a new file at `path`. Throws Refusal soundNotFound. */
export function writeMedia(db: Db, hash: string, path: string): void {
  if (!hasMedia(db, hash)) refuse({ kind: 'soundNotFound' })
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let n = 0; ; n += 1) {
      const part = db.one<{ bytes: Uint8Array }>('SELECT bytes FROM _media WHERE hash = ? AND n = ?', [hash, n])
      if (!part) return
      writeSync(file, part.bytes)
    }
  } finally {
    closeSync(file)
  }
}

/** The sound of the recordings that `db` has, as far as `from` keeps it. */
export function bringMedia(db: Db, from: Db): void {
  for (const { hash } of db.all<{ hash: string }>("SELECT DISTINCT hash FROM recordings WHERE hash <> ''"))
    if (!hasMedia(db, hash))
      for (let n = 0; ; n += 1) {
        const part = from.one<{ bytes: Uint8Array }>('SELECT bytes FROM _media WHERE hash = ? AND n = ?', [hash, n])
        if (!part) break
        db.run('INSERT INTO _media (hash, n, bytes) VALUES (?, ?, ?)', [hash, n, part.bytes])
      }
}

/** What no recording of `db` names of these. */
export function leaveOutMedia(db: Db, hashes: Iterable<string>): void {
  for (const hash of hashes)
    db.run('DELETE FROM _media WHERE hash = ? AND hash NOT IN (SELECT hash FROM recordings)', [hash])
}

export const hasMedia = (db: Db, hash: string): boolean =>
  db.one('SELECT 1 FROM _media WHERE hash = ? LIMIT 1', [hash]) !== undefined

function* partsIn(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += mediaPart) yield bytes.subarray(at, at + mediaPart)
}

function* partsOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const part = new Uint8Array(mediaPart)
      let length = 0
      for (let read = -1; length < part.length && read !== 0; length += read)
        read = readSync(file, part, length, part.length - length, null)
      if (length > 0) yield part.subarray(0, length)
      if (length < part.length) return
    }
  } finally {
    closeSync(file)
  }
}
