import { useLayoutEffect, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/** The inner size of an element in px; null until it is known. While it is out of sight it keeps the last one. */
export function useSize(element: HTMLElement | null): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0)
        setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [element])
  return size
}
