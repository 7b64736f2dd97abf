/** The rows of a list of any length, in windows: one is watched when it comes into sight, and stays live while near it. */
import { useCallback, useEffect, useRef, useState } from 'react'

interface Window<R> {
  rows: readonly R[] | undefined
  stop: () => void
}

interface Sizes {
  /** Rows in one window. */
  size: number
  /** As many windows as this are kept live. */
  kept: number
}

/** Watches `limit` rows from `offset` on and tells them at each change. Another function asks for another list. */
export type WatchRows<R> = (offset: number, limit: number, hear: (rows: readonly R[]) => void) => () => void

/**
 * Asks for what `at` has been asked for; null asks nothing. What was asked for before is shown until the first of the new has come, so
 * that rows do not flicker at each key.
 */
export function useRowWindows<R>(
  watch: WatchRows<R> | null,
  { size, kept }: Sizes,
): { at(index: number): R | undefined } {
  const live = useRef(new Map<number, Window<R>>())
  const before = useRef<ReadonlyMap<number, Window<R>>>(new Map())
  const wanted = useRef(new Set<number>())
  const isOpen = useRef(false)
  const [, drawAgain] = useState(0)

  const open = useCallback(
    (page: number) => {
      if (!watch) return
      const own: Window<R> = { rows: undefined, stop: () => {} }
      live.current.set(page, own)
      own.stop = watch(page * size, size, (rows) => {
        own.rows = rows
        before.current = new Map()
        drawAgain((n) => n + 1)
      })
    },
    [watch, size],
  )

  useEffect(() => {
    isOpen.current = true
    open(0)
    return () => {
      isOpen.current = false
      for (const { stop } of live.current.values()) stop()
      before.current = live.current
      live.current = new Map()
      wanted.current.clear()
    }
  }, [open])

  /** What a drawing has asked for is watched after it; the windows longest out of sight end. */
  const serve = useCallback(() => {
    for (const page of isOpen.current ? wanted.current : []) {
      const one = live.current.get(page)
      if (one) {
        live.current.delete(page)
        live.current.set(page, one)
      } else open(page)
    }
    wanted.current.clear()
    for (const [page, { stop }] of live.current) {
      if (live.current.size <= kept) break
      stop()
      live.current.delete(page)
    }
  }, [open, kept])

  return {
    at(index) {
      const page = Math.floor(index / size)
      // A list draws by itself while scrolling: no effect of this component's follows.
      if (wanted.current.size === 0) queueMicrotask(serve)
      wanted.current.add(page)
      const rows = live.current.get(page)?.rows ?? before.current.get(page)?.rows
      return rows?.[index % size]
    },
  }
}

/** A window of rows, and how many there are in all. */
export type WatchCounted<R> = (
  offset: number,
  limit: number,
  post: (answer: { value: { total: number; rows: readonly R[] } }) => void,
) => () => void

export interface CountedRows<R> {
  /** Undefined until first known. */
  total: number | undefined
  /** Undefined while its window is on its way; asking for it brings it. */
  at(index: number): R | undefined
}

/** The same of a query that tells the total with each window. Keep `watch` between drawings. */
export function useCountedRows<R>(watch: WatchCounted<R>, sizes: Sizes): CountedRows<R> {
  const [total, setTotal] = useState<number>()
  const watchRows = useCallback<WatchRows<R>>(
    (offset, limit, hear) =>
      watch(offset, limit, ({ value }) => {
        setTotal(value.total)
        hear(value.rows)
      }),
    [watch],
  )
  return { total, ...useRowWindows(watchRows, sizes) }
}
