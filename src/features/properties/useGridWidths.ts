import { useLayoutEffect, useState } from 'react'

/** The names of the sources leave room for two columns on a phone. */
export function useGridWidths(grid: { readonly current: HTMLElement | null }): {
  titleWidth: number
  width: number
} {
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const { current } = grid
    if (!current) return
    const watcher = new ResizeObserver(() => setNarrow(current.clientWidth < 560))
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [grid])
  return isNarrow ? { titleWidth: 128, width: 124 } : { titleWidth: 232, width: 176 }
}
