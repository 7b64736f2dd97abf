/**
 * Lets so many go on at the same time: work that takes a thread, a processor and memory each, however many ask for it at once.
 * What is urgent comes before what has waited longer.
 */
export function fewAtOnce(most: number) {
  const urgent: (() => void)[] = []
  const others: (() => void)[] = []
  let free = most
  return async <T>(body: () => Promise<T>, isUrgent = false): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => void (isUrgent ? urgent : others).push(go))
    try {
      return await body()
    } finally {
      const next = urgent.shift() ?? others.shift()
      if (next) next()
      else free += 1
    }
  }
}
