import { useCallback, useEffect, useRef } from 'react'
import type { Sight } from '../placing/sight.ts'
import { itemId } from '../QuirkTree.tsx'

/** How long a dialog that is going may still give the focus back to where it came from, ms. */
const settlesWithin = 2000

/**
 * Gives the focus to a quirk's item: at once, or as soon as it is in the page, for one just made or far away. The dialog in which it was made goes in its own
 * time and gives the focus back to the quirk before: until it has, or the person does something else, the focus comes here again.
 */
export function useFocusItem(sight: Sight, active: number | null): (quirkId: number) => void {
  const wanted = useRef<number | null>(null)
  const settling = useRef<AbortController>(undefined)
  const give = useCallback(() => {
    const quirkId = wanted.current
    const item = quirkId === null ? null : document.getElementById(itemId(quirkId))
    if (!item) return
    wanted.current = null
    settling.current?.abort()
    const stop = new AbortController()
    settling.current = stop
    item.focus({ preventScroll: true })
    const options = { capture: true, signal: stop.signal }
    for (const deed of ['keydown', 'pointerdown']) document.addEventListener(deed, () => stop.abort(), options)
    document.addEventListener(
      'focusin',
      ({ target }) => target !== item && item.focus({ preventScroll: true }),
      options,
    )
    setTimeout(() => stop.abort(), settlesWithin)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the items in the page may have changed
  useEffect(give, [give, sight, active])
  useEffect(() => () => settling.current?.abort(), [])
  return useCallback(
    (quirkId) => {
      wanted.current = quirkId
      give()
    },
    [give],
  )
}
