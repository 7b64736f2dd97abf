/**
 * Values of a protected project that do not open: somebody without the key has written them, or they were damaged. One of them must not keep
 * everybody from the rest, so that a copy shows signs in its place, and keeps it as it is.
 *
 * Promises: what could not be read stands in the file, and is sent, as it came, as long as nothing else is written in its place.
 */
import { longestAnswer } from '../limits.ts'
import type { Problem } from '../problems.ts'
import { isTable, type Table } from '../schema.ts'
import { sealedLength } from './sealedForm.ts'

/** The values as they came, by the place that they were sealed for; '': a text that could be read, but for what an edit of it has put in. */
export type Unread = Map<string, string>

interface UnreadPlace {
  table: Table
  column: string
  key: string
}

/** Where they are: what `placeOf` has made (`sealedRows.ts`). */
export const placesOf = (unread: Unread): UnreadPlace[] =>
  [...unread.keys()].flatMap((place) => {
    const [, table = '', column = '', key = ''] = /^(\w+)\.(\w+) (.*)$/s.exec(place) ?? []
    return isTable(table) ? [{ table, column, key }] : []
  })

/** `author`: whose doing it is; null: nobody knows. */
export const unreadProblem = (author: string | null): Problem =>
  author ? { kind: 'textUnreadableBy', author } : { kind: 'textUnreadable' }

/** The sign of Unicode for what cannot be shown. */
export const unreadSign = '\uFFFD'

/** So long does an unread value say that its text is, on which highlights lie. */
const lengthSaid = (sealed: string): number => Math.min(sealedLength(sealed) ?? 1, longestAnswer)

/** What is shown in its place. */
export const signsFor = (sealed: string): string => unreadSign.repeat(lengthSaid(sealed))

/** The value that the text of this place stands for; null: the text is somebody's own. */
export function unreadAt(unread: Unread | undefined, place: string, text: () => string): string | null {
  const sealed = unread?.get(place)
  if (!sealed) return null
  const shown = text()
  const length = lengthSaid(sealed)
  return shown.length === length && (length === 0 || shown.includes(unreadSign)) ? sealed : null
}
