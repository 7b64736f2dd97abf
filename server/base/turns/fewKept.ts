/** Bounds what is kept for one person in case it is asked for again: of more, what was made first goes. */
export interface FewKept {
  /** `drop` does away with it, unless it is gone; returns the function that says so. */
  keep(person: string, drop: () => void): () => void
}

export function fewKept(most: number): FewKept {
  const people = new Map<string, Set<() => void>>()
  return {
    keep: (person, drop) => {
      const theirs = people.get(person) ?? new Set()
      people.set(person, theirs)
      theirs.add(drop)
      const [first] = theirs
      if (theirs.size > most && first) {
        theirs.delete(first)
        first()
      }
      return () => {
        theirs.delete(drop)
        if (theirs.size === 0 && people.get(person) === theirs) people.delete(person)
      }
    },
  }
}
