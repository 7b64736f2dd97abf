import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBeforePaint } from '../../ui/useBeforePaint.ts'

/**
 * How many of a navbar's buttons go into a menu so that all others fit: `most` at most, never one alone, as the menu takes a place too. The
 * gap between its parts tells how much room there is, whatever has come or gone: people, a longer name, another window.
 */
export function useFolded(most: number): {
  folded: number
  nav: RefObject<HTMLElement | null>
  gap: RefObject<HTMLSpanElement | null>
} {
  const nav = useRef<HTMLElement>(null)
  const gap = useRef<HTMLSpanElement>(null)
  const [wanted, want] = useState(0)
  const look = useBeforePaint(() => {
    if (!nav.current || !gap.current) return
    const { scrollHeight, clientHeight } = nav.current
    // All are as high as the first; the last child may be a mark of a menu that is open.
    const button =
      (nav.current.querySelector('button')?.offsetHeight ?? 0) + Number.parseFloat(getComputedStyle(nav.current).rowGap)
    const more = Math.min(wanted === 0 ? 2 : wanted + 1, most)
    const less = wanted <= 2 ? 0 : wanted - 1
    if (scrollHeight > clientHeight && more !== wanted) want(more)
    else if (gap.current.offsetHeight > button && less !== wanted) want(less)
  })
  useLayoutEffect(look)
  // A full bar keeps its size, and its gap is gone: what comes, goes and grows in it is told by the parts.
  useEffect(() => {
    const bar = nav.current
    if (!bar) return
    const sizes = new ResizeObserver(look)
    const observe = () => {
      for (const part of [bar, ...bar.children]) sizes.observe(part)
    }
    const parts = new MutationObserver(observe)
    parts.observe(bar, { childList: true })
    observe()
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [look])
  return { folded: Math.min(wanted, most), nav, gap }
}
