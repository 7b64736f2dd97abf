/**
 * The sound of recordings, as a project's file keeps it: bytes under the hash of what they are, so that the same are there once and nobody can put others in
 * their place. In a protected project they are sealed (`sealing/sealedMedia.ts`), and the hash is that of the sealed bytes.
 */

import type { Result } from '../problems.ts'
import type { AnyRow, Table } from '../schema.ts'

/** The file has them in parts of so many bytes. */
export const mediaPart = 1024 * 1024
/** Bytes of one recording: a day of speech as it is kept, or some hours as other programs write it. */
export const mostMedia = 200 * 1024 * 1024

/** How recordings are written that are sent to be transcribed: Opus in Ogg. */
export const sentType = 'audio/ogg'

/** Other kinds of sound and film that a project may keep, by the ends of their files' names: those that browsers play. */
const types: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: sentType,
  ogg: sentType,
  opus: sentType,
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
}

/** Of a file with this name; null: no browser is known to play it. */
export const soundTypeOf = (name: string): string | null =>
  types[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null

/** What a recording sounds like, not sealed, by the hash that its row has where it comes from. Problems: soundNotFound, cannotConnect, truncatedProject. */
export type SoundOf<Bytes> = (hash: string) => Promise<Result<Bytes>>

/** The hashes that recordings name, each once. */
export const hashesIn = (recordings: readonly { hash?: unknown }[] = []): ReadonlySet<string> =>
  new Set(recordings.flatMap(({ hash }) => (typeof hash === 'string' && hash !== '' ? [hash] : [])))

/**
 * A recording that goes where its sound is sealed, or is not any more, and so has another hash: `moved` says which. Where the sound does not go along, the
 * recording can be given it again.
 */
export function movedSound<R extends { hash?: unknown }>(moved: ReadonlyMap<string, string>, row: R): R {
  const hash = moved.get(String(row.hash))
  return hash === undefined ? { ...row, hash: '', type: '' } : { ...row, hash }
}

/** The same of any row of a project. */
export const withMovedSound = <R extends AnyRow>(moved: ReadonlyMap<string, string>, table: Table, row: R): R =>
  table === 'recordings' ? movedSound(moved, row) : row

/** SHA-256 in base64url. */
export const mediaHash = /^[\w-]{43}$/
export const isMediaHash = (hash: string): boolean => mediaHash.test(hash)
