/** Bounds what one person may have in the works at once: the rest waits, and beyond that is refused. */
export interface FewForEach {
  /** Resolves when it is the person's turn, to the function that ends it; null: too much waits already. */
  take(person: string): Promise<(() => void) | null>
}

export function fewForEach({ atOnce, waiting: most }: { atOnce: number; waiting: number }): FewForEach {
  const people = new Map<string, { busy: number; waiting: (() => void)[] }>()
  const end = (person: string) => {
    let ended = false
    return () => {
      const theirs = people.get(person)
      if (ended || !theirs) return
      ended = true
      const next = theirs.waiting.shift()
      if (next) return next()
      theirs.busy -= 1
      if (theirs.busy === 0) people.delete(person)
    }
  }
  return {
    take: async (person) => {
      const theirs = people.get(person) ?? { busy: 0, waiting: [] }
      people.set(person, theirs)
      if (theirs.busy < atOnce) theirs.busy += 1
      else if (theirs.waiting.length >= most) return null
      else await new Promise<void>((resolve) => theirs.waiting.push(resolve))
      return end(person)
    },
  }
}
