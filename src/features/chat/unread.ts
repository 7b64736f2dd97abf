/**
 * Which messages of others have come since the chat was last open, for a person in a browser. What was read is kept by who made the ids, each in
 * order of its own time: the clocks of those who write differ. What went and comes back, with a backup, was read all the same.
 */
import { clients } from '../../model/ids.ts'

/** The highest id read, by the client that made it. */
export type Read = Readonly<Record<number, number>>

interface Numbered {
  readonly id: number
}

const isNew = (read: Read, { id }: Numbered): boolean => id > (read[id % clients] ?? 0)

export const unreadOf = (read: Read, others: readonly Numbered[]): number =>
  others.filter((message) => isNew(read, message)).length

/** The same object where all of them were read. */
export function readAfter(read: Read, others: readonly Numbered[]): Read {
  const fresh = others.filter((message) => isNew(read, message))
  if (fresh.length === 0) return read
  const after: Record<number, number> = { ...read }
  for (const { id } of fresh) after[id % clients] = Math.max(after[id % clients] ?? 0, id)
  return after
}

/** `copy`: the key of the copy. */
const keyOf = (person: string, copy: string): string => `thicket:chat:${person}:${copy}`

export function recallRead(person: string, copy: string): Read {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(person, copy)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Read) : {}
  } catch {
    return {}
  }
}

export function keepRead(person: string, copy: string, read: Read): void {
  try {
    localStorage.setItem(keyOf(person, copy), JSON.stringify(read))
  } catch {
    // No storage for this page: the messages are new again in the next one.
  }
}
