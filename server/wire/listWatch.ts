/** Tells who looks at a list of projects that it says something else now. */

export interface ListWatch {
  /** From now on they hear of it. */
  begin(): void
  /** Tells them, if they hear: one word on its way at a time, so that whoever reads slowly hears of all that came meanwhile by one more. */
  tell(): void
}

/** `say`: sends the word, and calls back once it has left. */
export function openListWatch(say: (left: () => void) => void): ListWatch {
  /** `waiting`: a word is on its way; `again`: and another is to follow it. */
  let watch: 'no' | 'yes' | 'waiting' | 'again' = 'no'
  const tell = () => {
    if (watch === 'no') return
    if (watch !== 'yes') {
      watch = 'again'
      return
    }
    watch = 'waiting'
    say(() => {
      const isMore = watch === 'again'
      watch = 'yes'
      if (isMore) tell()
    })
  }
  return {
    begin: () => {
      if (watch === 'no') watch = 'yes'
    },
    tell,
  }
}
