/** The sources of a list of any length: a window of them is asked for when it comes into sight, and stays live while near it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/useLive.ts'
import type { SourceRow, SourcesAsked } from '../../model/queries.ts'

/** Rows in one window; as many windows as this are kept live. */
const ROWS = 100
const KEPT = 5

export interface SourceWindows {
  /** Undefined until first known. */
  total: number | undefined
  /** Undefined while its window is on its way; asking for it brings it. */
  at(index: number): SourceRow | undefined
}

interface Window {
  rows: SourceRow[] | undefined
  stop: () => void
}

export function useSourceWindows(asked: SourcesAsked): SourceWindows {
  const project = useProject()
  const key = JSON.stringify(asked)
  const live = useRef(new Map<number, Window>())
  /** What was asked for before, shown until the new one has: rows do not flicker at each key. */
  const before = useRef<ReadonlyMap<number, Window>>(new Map())
  const wanted = useRef(new Set<number>())
  const isOpen = useRef(false)
  const [total, setTotal] = useState<number>()
  const [, drawAgain] = useState(0)

  const open = useCallback(
    (page: number) => {
      const own: Window = { rows: undefined, stop: () => {} }
      live.current.set(page, own)
      own.stop = project.watch(
        'sources',
        { ...(JSON.parse(key) as SourcesAsked), offset: page * ROWS, limit: ROWS },
        ({ value }) => {
          own.rows = value.rows
          before.current = new Map()
          setTotal(value.total)
          drawAgain((n) => n + 1)
        },
      )
    },
    [project, key],
  )

  useEffect(() => {
    isOpen.current = true
    open(0)
    return () => {
      isOpen.current = false
      for (const { stop } of live.current.values()) stop()
      before.current = live.current
      live.current = new Map()
    }
  }, [open])

  /** What a drawing has asked for is watched after it; the windows longest out of sight end. */
  const serve = useCallback(() => {
    for (const page of isOpen.current ? wanted.current : []) {
      const known = live.current.get(page)
      if (known) {
        live.current.delete(page)
        live.current.set(page, known)
      } else open(page)
    }
    wanted.current.clear()
    for (const [page, { stop }] of live.current) {
      if (live.current.size <= KEPT) break
      stop()
      live.current.delete(page)
    }
  }, [open])

  return {
    total,
    at(index) {
      const page = Math.floor(index / ROWS)
      // The list draws by itself while scrolling: no effect of this component's follows.
      if (wanted.current.size === 0) queueMicrotask(serve)
      wanted.current.add(page)
      const rows = live.current.get(page)?.rows ?? before.current.get(page)?.rows
      return rows?.[index % ROWS]
    },
  }
}
