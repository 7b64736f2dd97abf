/** Who sends a step to a room, and what this person may do there. */
import type { Access } from '../../src/model/access.ts'

/** `author` null means that any name is taken (local mode). `client` 0: an API client without a copy. */
export interface Sender {
  client: number
  access: Access
  author: string | null
  /** The file cannot be written: not even what a reader may write besides. */
  looksOnly?: boolean
  /** It only reads since it has not paid. */
  mustPay?: boolean
  /** Who it is, in the history, where any name is taken; empty or left out: whoever the first row names. */
  called?: string
  /**
   * It may do nothing but wrap the key of a protected project anew, by another password: what it knows as `___db_hash` is this, as a SHA-256 in
   * base64url, so that of two who do it at once one is told.
   */
  rewraps?: string
}
