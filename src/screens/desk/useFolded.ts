import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The room that one more button takes in the navbar, in px. */
const button = 44

/**
 * How many of a navbar's buttons go into a menu so that all others fit: `most` at most, never one alone, as the menu takes a place too. The
 * gap between its parts tells how much room there is, whatever has come or gone.
 */
export function useFolded(most: number): {
  folded: number
  nav: RefObject<HTMLElement | null>
  gap: RefObject<HTMLSpanElement | null>
} {
  const nav = useRef<HTMLElement>(null)
  const gap = useRef<HTMLSpanElement>(null)
  const [wanted, want] = useState(0)
  const [, look] = useState(0)
  useLayoutEffect(() => {
    if (!nav.current || !gap.current) return
    const { scrollHeight, clientHeight } = nav.current
    const more = Math.min(wanted === 0 ? 2 : wanted + 1, most)
    const less = wanted <= 2 ? 0 : wanted - 1
    if (scrollHeight > clientHeight && more !== wanted) want(more)
    else if (gap.current.offsetHeight > button && less !== wanted) want(less)
  })
  useEffect(() => {
    if (!nav.current || !gap.current) return
    const seen = new ResizeObserver(() => look((n) => n + 1))
    seen.observe(nav.current)
    seen.observe(gap.current)
    return () => seen.disconnect()
  }, [])
  return { folded: Math.min(wanted, most), nav, gap }
}
