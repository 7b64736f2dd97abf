import { use, useState } from 'react'
import { whenOpenable } from '../copies/wordsKept.ts'

/** Suspends whoever begins with words that were kept of this copy, until they can be opened (`copies/wordsKept.ts`). `copy`: its key. */
export function useOpenable(copy: string): void {
  const [comes] = useState(() => whenOpenable(copy))
  if (comes) use(comes)
}
