/** What may go on at the same time: work that takes a thread, a processor and memory each, however many ask for it at once. */
export interface Turns {
  /** Does `body` when it is its turn; what cannot wait comes before what has waited longer. */
  take<T>(body: () => Promise<T>, isUrgent?: boolean): Promise<T>
}

export function openTurns(atOnce: number): Turns {
  const urgent: (() => void)[] = []
  const others: (() => void)[] = []
  let free = atOnce
  return {
    take: async (body, isUrgent = false) => {
      if (free > 0) free -= 1
      else await new Promise<void>((go) => void (isUrgent ? urgent : others).push(go))
      try {
        return await body()
      } finally {
        const next = urgent.shift() ?? others.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
