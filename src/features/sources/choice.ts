/**
 * Which sources of a list are chosen? One by one, by ranges, all.
 *
 * Promises: a range grows and shrinks from where it began, and adds to what was chosen before it; nothing is chosen that is not listed.
 */
export interface Choice {
  readonly ids: ReadonlySet<number>
  /** Where a range begins; null: nowhere yet. */
  readonly anchor: number | null
  /** What was chosen before the range that is being drawn. */
  readonly before: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()
export const noChoice: Choice = { ids: none, anchor: null, before: none }

export function toggled({ ids }: Choice, id: number): Choice {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, before: next }
}

/** `listed`: all ids in the order of the list; `from`: where the range begins when nothing was chosen yet. */
export function ranged(choice: Choice, listed: readonly number[], to: number, from: number = to): Choice {
  const known = choice.anchor === null ? -1 : listed.indexOf(choice.anchor)
  const anchor = known < 0 ? from : (choice.anchor ?? from)
  const [first, last] = [known < 0 ? listed.indexOf(from) : known, listed.indexOf(to)].sort((a, b) => a - b)
  if (first === undefined || last === undefined || first < 0) return choice
  const range = listed.slice(first, last + 1)
  return { ids: new Set([...choice.before, ...range]), anchor, before: choice.before }
}

export function wholeList(listed: readonly number[]): Choice {
  const ids = new Set(listed)
  return { ids, anchor: listed[0] ?? null, before: ids }
}

/** Without what is no longer listed; the same where nothing went. */
export function stillListed(choice: Choice, listed: readonly number[]): Choice {
  const known = new Set(listed)
  const left = [...choice.ids].filter((id) => known.has(id))
  if (left.length === choice.ids.size) return choice
  if (left.length === 0) return noChoice
  return {
    ids: new Set(left),
    anchor: choice.anchor !== null && known.has(choice.anchor) ? choice.anchor : null,
    before: new Set([...choice.before].filter((id) => known.has(id))),
  }
}
