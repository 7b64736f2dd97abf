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

/** How long a dialog that is going may still give the focus back to where it came from, ms. */
const goesWithin = 2000

/**
 * The dialog in which a quirk was made goes in its own time, and gives the focus back to the quirk before even where the new one has it by then: once it has,
 * the new one gets it again, unless the person has done something else.
 */
export function keepFocus(quirkId: number): void {
  const before = document.activeElement
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  for (const deed of ['keydown', 'pointerdown']) document.addEventListener(deed, () => stop.abort(), options)
  const takeBack = ({ target }: FocusEvent) => {
    if (target !== before) return
    stop.abort()
    document.getElementById(itemId(quirkId))?.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', takeBack, options)
  setTimeout(() => stop.abort(), goesWithin)
}
