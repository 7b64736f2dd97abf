import { useCallback, useEffect, useState } from 'react'
import { useLanguage } from '../i18n/useT.ts'

/**
 * What a live region says. The same words twice differ by a space nobody hears, so that they are said again. Words of another language than
 * that of the page do not stay.
 */
export function useSaid(): { said: string; say: (words: string) => void } {
  const [said, setSaid] = useState('')
  const language = useLanguage()
  const say = useCallback((words: string) => setSaid((before) => (before === words ? `${words}\u00a0` : words)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the language is another one
  useEffect(() => setSaid(''), [language])
  return { said, say }
}
