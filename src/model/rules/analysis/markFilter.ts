/**
 * Which highlights and memos the coding view shows (specification 1 §3: each has an author and a timestamp): those whose author is not
 * left out, made from one day on and up to another, both included.
 *
 * Promises: an author who comes later is shown; days are `YYYY-MM-DD` in the reader's own time zone, and what is not a day bounds nothing.
 */
export interface MarkFilter {
  readonly withoutAuthors: readonly string[]
  /** Empty: no bound. */
  readonly fromDay: string
  readonly toDay: string
}

export interface Authored {
  readonly author: string
  /** ms since 1970. */
  readonly timestamp: number
}

export const everyMark: MarkFilter = { withoutAuthors: [], fromDay: '', toDay: '' }

/** Null where nothing can be left out. */
export function marksShown({ withoutAuthors, fromDay, toDay }: MarkFilter): ((mark: Authored) => boolean) | null {
  const without = new Set(withoutAuthors)
  const from = startOf(fromDay, 0) ?? Number.NEGATIVE_INFINITY
  const before = startOf(toDay, 1) ?? Number.POSITIVE_INFINITY
  if (without.size === 0 && from === Number.NEGATIVE_INFINITY && before === Number.POSITIVE_INFINITY) return null
  return ({ author, timestamp }) => !without.has(author) && timestamp >= from && timestamp < before
}

/** When a day begins, or one some days later: days are not equally long. */
function startOf(day: string, later: number): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).getTime()
}
