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

/** A row of a project that goes where its sound does not, since it is sealed there, or is not: a recording can be given its sound again. */
export const withoutSound = (table: Table, row: AnyRow): AnyRow =>
  table === 'recordings' ? { ...row, hash: '', type: '' } : row

/** SHA-256 in base64url. */
export const mediaHash = /^[\w-]{43}$/
export const isMediaHash = (hash: string): boolean => mediaHash.test(hash)
