/** How well what is typed fits what can be found: its beginning first, then beginnings of words, then anywhere. */

/** For comparing: without case and accents. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

/** 0 is best; null where a word of `typed` is not in `label`. Both are folded. */
export function rankOf(label: string, typed: string): number | null {
  if (label.startsWith(typed)) return 0
  let rank = 1
  for (const word of typed.split(/\s+/)) {
    const at = label.indexOf(word)
    if (at < 0) return null
    if (at > 0 && !beginsWord(label, word)) rank = 2
  }
  return rank
}

const letter = /[\p{L}\p{N}]/u

function beginsWord(label: string, word: string): boolean {
  for (let at = label.indexOf(word); at >= 0; at = label.indexOf(word, at + 1))
    if (at === 0 || !letter.test(label[at - 1] ?? '')) return true
  return false
}

export interface Sought {
  /** What it is found by, folded. */
  readonly folded: string
  /** The heavier one of two that fit alike comes first. */
  readonly weight?: number
}

export interface Found<S> {
  readonly best: number
  readonly items: S[]
}

/** At most `most` of those that fit, the best first; `best` is the rank of the first one, null where none fits. */
export function findBest<S extends Sought>(sought: Iterable<S>, typed: string, most: number): Found<S> | null {
  const wanted = fold(typed)
  const found: { one: S; rank: number }[] = []
  for (const one of sought) {
    const rank = rankOf(one.folded, wanted)
    if (rank !== null) found.push({ one, rank })
  }
  found.sort(
    (a, b) => a.rank - b.rank || (b.one.weight ?? 0) - (a.one.weight ?? 0) || a.one.folded.length - b.one.folded.length,
  )
  const [first] = found
  return first ? { best: first.rank, items: found.slice(0, most).map(({ one }) => one) } : null
}
