/** What a person may do in a project (2 §6): `own` and `write` may change it; `read` may only look, send chat messages and remove own ones. */
import type { Table } from './schema.ts'

export type Access = 'own' | 'write' | 'read'
/** What a share gives (2 §3); the default is read. */
export type ShareRight = Exclude<Access, 'own'>

export const mayWrite = (access: Access): boolean => access !== 'read'
/** A message of the chat is said, not worked on: who only looks may say it too, and undo does not take it back from those who have read it. */
export const isSaid = (table: Table): boolean => table === 'chat_messages'
/** May a person with `access` change rows of `table`? Whether a chat message is the person's own is the room's to see. */
export const mayChange = (access: Access, table: Table): boolean => mayWrite(access) || isSaid(table)
