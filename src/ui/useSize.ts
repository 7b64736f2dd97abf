import { useLayoutEffect, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/**
 * The inner size of an element in px; null until it is known. While it is out of sight it keeps the last one. To know it before anything is painted, all of
 * the page is laid out in the task that draws the element. `isPatient`: it is known a moment after the first painting instead, in a task of its own: for
 * what draws nothing until then, and then much.
 */
export function useSize(element: HTMLElement | null, isPatient = false): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0)
        setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    if (!isPatient) measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [element, isPatient])
  return size
}
