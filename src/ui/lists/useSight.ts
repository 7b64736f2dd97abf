import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

export interface Sight {
  /** Of the room inside, in px; 0 before it is known. */
  width: number
  height: number
  /** Down to where it is scrolled, in steps. */
  top: number
  /** Looks again: it has been scrolled. */
  look: () => void
}

/** Drawn anew once in so many px of scrolling. */
const step = 80

/** What is in sight of a box that scrolls. */
export function useSight(box: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState({ width: 0, height: 0, top: 0 })
  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const next = {
      width: element.clientWidth,
      height: element.clientHeight,
      top: Math.floor(element.scrollTop / step) * step,
    }
    setSight((before) =>
      before.width === next.width && before.height === next.height && before.top === next.top ? before : next,
    )
  }, [box])
  useLayoutEffect(() => {
    look()
    const watch = new ResizeObserver(look)
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [box, look])
  return { ...sight, look }
}
