/** What the recordings in files sound like that a command reads, and how their sound comes into the project that it writes. */
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { attempt, isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { wrapsIn } from '../../src/model/sealing/sealedProject.ts'
import type { Db } from '../../wasm/database/db.ts'
import type { ImportedSound } from '../../workers/import/imported.ts'
import { type CarriedSounds, type Origin, openedSound } from '../../workers/merge/carriedSounds.ts'
import { hashOf } from '../base/hashOf.ts'
import { hasMedia, keepMedia, writeMedia } from '../files/media.ts'
import { readProject } from '../working/openToRead.ts'

/** Those of files whose sounds are in memory. */
export function soundsInMemory(sounds: readonly ImportedSound[] = []): Origin {
  const known = new Map(sounds.map(({ hash, bytes }) => [hash, bytes]))
  const sound = async (hash: string) => {
    const found = known.get(hash)
    return found ? ok(found) : problem({ kind: 'soundNotFound' } as const)
  }
  return { hashes: new Set(known.keys()), sound, isProtected: false }
}

/**
 * Those of `wanted` that a project's file has, as far as they are what their hashes say. They are laid into the folder `aside` as they lie in the file, sealed where
 * it is protected. Problems: those of opening the file and of `secret`.
 */
export async function soundsInFile(
  path: string,
  wanted: ReadonlySet<string>,
  { folder, aside, secret }: { folder: string; aside: string; secret: () => Promise<Result<string | null>> },
): Promise<Result<Origin>> {
  if (wanted.size === 0) return ok(soundsInMemory())
  const found = await readProject(path, folder, (db) => layAside(db, wanted, aside), { takesSealed: true })
  if (isProblem(found)) return found
  const { wraps, paths } = found.ok
  const password = wraps === null ? ok(null) : await secret()
  if (isProblem(password)) return password
  const kept = async (hash: string) => {
    const at = paths.get(hash)
    return at === undefined ? problem({ kind: 'soundNotFound' } as const) : ok(await openAsBlob(at))
  }
  const protection = wraps !== null && password.ok !== null ? { name: path, wraps, secret: password.ok } : null
  return ok({ hashes: new Set(paths.keys()), sound: openedSound(kept, protection), isProtected: protection !== null })
}

let laid = 0

function layAside(db: Db, wanted: ReadonlySet<string>, aside: string) {
  const paths = new Map<string, string>()
  const wraps = wrapsIn(db.all<{ key: string; value: string }>('SELECT key, value FROM preferences'))
  if (!db.one("SELECT 1 FROM sqlite_schema WHERE name = '_media'")) return { wraps, paths }
  for (const hash of wanted) {
    if (!hasMedia(db, hash)) continue
    laid += 1
    const path = join(aside, String(laid))
    writeMedia(db, hash, path)
    if (hashOf(path) === hash) paths.set(hash, path)
  }
  return { wraps, paths }
}

/** Gives a project the sound of these recordings, one after the other. Returns the hashes of those that it did not have. Problems: those of `SoundOf`, and what the project refuses. */
export async function keepCarried(
  db: Db,
  hashes: Iterable<string>,
  { given }: CarriedSounds,
): Promise<Result<string[]>> {
  const fresh: string[] = []
  for (const hash of hashes) {
    const heard = hasMedia(db, hash) ? undefined : await given.get(hash)?.()
    if (!heard) continue
    if (isProblem(heard)) return heard
    const bytes = new Uint8Array(await heard.ok.arrayBuffer())
    const kept = attempt(() => keepMedia(db, hash, bytes))
    if (isProblem(kept)) return kept
    fresh.push(hash)
  }
  return ok(fresh)
}
