import { useCallback, useState } from 'react'

/** What a live region says. The same words twice differ by a space nobody hears, so that they are said again. */
export function useSaid(): { said: string; say: (words: string) => void } {
  const [said, setSaid] = useState('')
  const say = useCallback((words: string) => setSaid((before) => (before === words ? `${words}\u00a0` : words)), [])
  return { said, say }
}
