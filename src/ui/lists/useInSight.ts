import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

interface InSightOptions {
  scroller: RefObject<HTMLElement | null>
  count: number
  /** In px. */
  sizeOf: (index: number) => number
  /** Another one: other sizes. */
  sizes?: unknown
  /** Columns, side by side. */
  sideways?: boolean
  /** Steady. */
  keyOf?: ((index: number) => string | number) | undefined
  /** In px before the first one, where something stays in sight over the others. */
  before?: number
  /** Drawn wherever it is scrolled to, as the one that has the focus; -1: none. */
  kept?: number
  /** Drawn beyond what is in sight. */
  beyond: number
}

/** Which rows, or columns, of many are to be drawn, and where: the one way in which lists and grids ask react-virtual. */
export function useInSight(options: InSightOptions) {
  const { scroller, count, sizeOf, sizes, sideways = false, keyOf, before = 0, kept = -1, beyond } = options
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    horizontal: sideways,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    ...(keyOf && { getItemKey: keyOf }),
    paddingStart: before,
    scrollPaddingStart: before,
    overscan: beyond,
    useFlushSync: false,
    rangeExtractor: useCallback((range: Range) => withOne(range, kept), [kept]),
  })
  const known = useRef(sizes)
  useLayoutEffect(() => {
    if (known.current === sizes) return
    known.current = sizes
    virtual.measure()
  }, [virtual, sizes])
  return virtual
}

function withOne(range: Range, index: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (index < 0 || index >= range.count || shown.includes(index)) return shown
  return [...shown, index].sort((a, b) => a - b)
}
