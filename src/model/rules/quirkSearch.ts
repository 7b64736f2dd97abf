/** Finds quirks by their titles: those that begin with the words first, then those with a word that does, then any that hold them. */
/** For comparing: without case, accents and spaces around. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

interface Sought {
  readonly id: number
  readonly title: string
  readonly highlights: number
}

/** At most `most` quirks that hold `text`, whatever the case and accents; within a rank those with more highlights first. */
export function searchQuirks<Q extends Sought>(quirks: Iterable<Q>, text: string, most: number): Q[] {
  const wanted = fold(text)
  const found: { quirk: Q; rank: number }[] = []
  for (const quirk of quirks) {
    const title = fold(quirk.title)
    const at = title.indexOf(wanted)
    if (at < 0) continue
    const rank = at === 0 ? 0 : title.includes(` ${wanted}`) ? 1 : 2
    found.push({ quirk, rank })
  }
  found.sort((a, b) => a.rank - b.rank || b.quirk.highlights - a.quirk.highlights || a.quirk.id - b.quirk.id)
  return found.slice(0, most).map(({ quirk }) => quirk)
}
