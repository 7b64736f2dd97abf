import { useCallback, useEffect, useRef } from 'react'
import type { Sight } from '../placing/sight.ts'
import { itemId } from '../QuirkTree.tsx'

/** Gives the focus to a quirk's item: at once, or as soon as it is in the page, for one just made or far away. */
export function useFocusItem(sight: Sight, active: number | null): (quirkId: number) => void {
  const wanted = useRef<number | null>(null)
  const give = useCallback(() => {
    const item = wanted.current === null ? null : document.getElementById(itemId(wanted.current))
    if (!item) return
    wanted.current = null
    item.focus({ preventScroll: true })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the items in the page may have changed
  useEffect(give, [give, sight, active])
  return useCallback(
    (quirkId) => {
      wanted.current = quirkId
      give()
    },
    [give],
  )
}
