/**
 * Short values of a protected copy that were opened before: to decrypt one costs a tenth of a millisecond whatever its length, and a copy has thousands
 * of titles and memos. All of them together are sealed as one text, which is opened as fast as a few of them.
 *
 * Promises: a value is known at its place alone, and by the iv and the tag that it was sealed with, which no other text has: one that was put elsewhere,
 * or is of anything else, is opened as if it had never been seen.
 */
export interface OpenedBefore {
  find(place: string, sealed: string): string | null
  note(place: string, sealed: string, plain: string): void
  /** How many were opened that were not known. */
  readonly fresh: number
  /** Those that were looked for, as text. */
  write(): string
}

interface Entry {
  mark: string
  plain: string
}

/** In UTF-16 units: what is longer is decrypted as fast by itself; and of all of them together. */
const longest = 2000
const mostTogether = 4_000_000

/** `written`: by `write`; null: nothing is known yet. */
export function openedBefore(written: string | null): OpenedBefore {
  const known = written === null ? new Map<string, Entry>() : read(written)
  const used = new Map<string, Entry>()
  let room = mostTogether
  let fresh = 0
  const use = (place: string, entry: Entry): boolean => {
    const size = place.length + entry.plain.length
    if (size > longest || size > room) return false
    room -= size
    used.set(place, entry)
    return true
  }
  return {
    find: (place, sealed) => {
      const entry = known.get(place)
      if (entry?.mark !== markOf(sealed)) return null
      use(place, entry)
      return entry.plain
    },
    note: (place, sealed, plain) => {
      if (use(place, { mark: markOf(sealed), plain })) fresh += 1
    },
    get fresh() {
      return fresh
    },
    write: () => write(used),
  }
}

/** The letters of the iv and of the tag (`sealedValue.ts`). */
function markOf(sealed: string): string {
  const from = sealed.lastIndexOf('.') + 1
  return sealed.slice(from, from + 16) + sealed.slice(-22)
}

/** By column, of each value its row, its mark and its words. */
type Written = Record<string, string[]>

function write(used: ReadonlyMap<string, Entry>): string {
  const written: Written = {}
  for (const [place, { mark, plain }] of used) {
    const end = place.indexOf(' ')
    const column = place.slice(0, end)
    written[column] ??= []
    written[column].push(place.slice(end + 1), mark, plain)
  }
  return JSON.stringify(written)
}

function read(written: string): Map<string, Entry> {
  const known = new Map<string, Entry>()
  for (const [column, list] of Object.entries(JSON.parse(written) as Written))
    for (let i = 0; i < list.length; i += 3) {
      const [row = '', mark = '', plain = ''] = list.slice(i, i + 3)
      known.set(`${column} ${row}`, { mark, plain })
    }
  return known
}
