/**
 * How many messages of others have come since the chat was last open, for a person in a browser. What was there then is kept by
 * number: the clocks of those who write differ.
 */

/** `seen`: how many messages of others there were when the chat was open last. */
export function unreadAfter(seen: number, others: number): { unread: number; seen: number } {
  // Some of those that were seen have been removed.
  const known = Math.min(seen, others)
  return { unread: others - known, seen: known }
}

const keyOf = (person: string, project: string): string => `thicket:chat:${person}:${project}`

export function readSeen(person: string, project: string): number {
  try {
    return Number(localStorage.getItem(keyOf(person, project))) || 0
  } catch {
    return 0
  }
}

export function keepSeen(person: string, project: string, seen: number): void {
  try {
    localStorage.setItem(keyOf(person, project), String(seen))
  } catch {
    // No storage for this page: the messages are new again in the next one.
  }
}
