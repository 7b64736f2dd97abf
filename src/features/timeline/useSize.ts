import { type RefObject, useLayoutEffect, useState } from 'react'

/** How large an element is inside, in px, as it changes. */
export function useSize(of: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 600, height: 260 })
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const measure = () => {
      // Not in sight: it stays as it is.
      if (element.clientWidth > 0) setSize({ width: element.clientWidth, height: element.clientHeight })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return size
}
