import { useState } from 'react'

export interface Draft {
  text: string
  /** It differs from what is stored. */
  changed: boolean
  type: (text: string) => void
  /** Back to what is stored. */
  revert: () => void
}

/** What is being typed over a stored text; while nothing is typed it follows the stored one. */
export function useDraft(stored: string): Draft {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    text: typed ?? stored,
    changed: typed !== null && typed !== stored,
    type: setTyped,
    revert: () => setTyped(null),
  }
}
