/** Bounds what one person may have in the works at once: the rest waits, and beyond that is refused. */
export interface FewForEach {
  /**
   * Resolves when it is the person's turn, to the function that ends it; null: too much waits already, or whoever asked has left (`signal`) and
   * keeps nobody waiting.
   */
  take(person: string, signal?: AbortSignal): Promise<(() => void) | null>
}

export function fewForEach({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): FewForEach {
  const people = new Map<string, { busy: number; waiting: Set<() => void> }>()
  const end = (person: string) => {
    let ended = false
    return () => {
      const theirs = people.get(person)
      if (ended || !theirs) return
      ended = true
      const [next] = theirs.waiting
      if (next) return next()
      theirs.busy -= 1
      if (theirs.busy === 0) people.delete(person)
    }
  }
  return {
    take: async (person, signal) => {
      if (signal?.aborted) return null
      const theirs = people.get(person) ?? { busy: 0, waiting: new Set() }
      people.set(person, theirs)
      if (theirs.busy < atOnce) theirs.busy += 1
      else if (theirs.waiting.size >= mostWaiting || !(await itsTurn(theirs.waiting, signal))) return null
      return end(person)
    },
  }
}

/** Waits in `line` for being called; false: whoever waits has left it before. */
export function itsTurn(line: Set<() => void>, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isMine: boolean) => {
      line.delete(go)
      signal?.removeEventListener('abort', leave)
      resolve(isMine)
    }
    const go = () => settle(true)
    const leave = () => settle(false)
    line.add(go)
    signal?.addEventListener('abort', leave)
  })
}
