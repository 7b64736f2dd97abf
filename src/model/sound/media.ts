/**
 * The sound of recordings, as a project's file keeps it: bytes under the hash of what they are, so that the same are there once and nobody can put others in
 * their place. In a protected project they are sealed (`sealing/sealedMedia.ts`), and the hash is that of the sealed bytes.
 */

import type { AnyRow, Table } from '../schema.ts'

/** The file has them in parts of so many bytes. */
export const mediaPart = 1024 * 1024
/** Bytes of one recording: a day of speech as it is kept, or some hours as other programs write it. */
export const mostMedia = 200 * 1024 * 1024

/** How recordings are written that are sent to be transcribed: Opus in Ogg. */
export const sentType = 'audio/ogg'

/**
 * A row of a project that goes where its sound is sealed, or is not any more, and so has another hash: `moved` says which. Where the sound does not go along, the
 * recording can be given it again.
 */
export function withMovedSound(moved: ReadonlyMap<string, string>, table: Table, row: AnyRow): AnyRow {
  if (table !== 'recordings') return row
  const hash = moved.get(String(row.hash))
  return hash === undefined ? { ...row, hash: '', type: '' } : { ...row, hash }
}

/** SHA-256 in base64url. */
export const mediaHash = /^[\w-]{43}$/
export const isMediaHash = (hash: string): boolean => mediaHash.test(hash)
