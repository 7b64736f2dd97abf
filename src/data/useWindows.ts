/** The rows of a question to the whole project, however many: a window is asked for when it comes into sight, and stays live while near it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { isProblem, type Problem } from '../model/problems.ts'
import type { AnalysisArgs, AnalysisMap, AnalysisName, Answered } from '../model/queries.ts'
import { useProject } from './useLive.ts'

/** Rows in one window; as many windows as this are kept live. */
const size = 60
const kept = 4

export type WindowedAnalysis = {
  [N in AnalysisName]: AnalysisMap[N] extends {
    args: { offset: number; limit: number }
    value: { total: number; rows: unknown[] }
  }
    ? N
    : never
}[AnalysisName]
export type WindowedRow<N extends WindowedAnalysis> = AnalysisMap[N]['value']['rows'][number]

export interface Windows<N extends WindowedAnalysis> {
  /** Undefined until first known. */
  total: number | undefined
  /** What else is told with the rows. */
  value: Omit<AnalysisMap[N]['value'], 'rows'> | undefined
  problem: Problem | null
  /** Undefined while its window is on its way; asking for it brings it. */
  at(index: number): WindowedRow<N> | undefined
}

interface Window<R> {
  rows: R[] | undefined
  stop: () => void
}

/** `args` may be made anew at each drawing; null asks nothing. */
export function useWindows<N extends WindowedAnalysis>(
  query: N,
  args: Omit<AnalysisArgs<N>, 'offset' | 'limit'> | null,
): Windows<N> {
  type R = WindowedRow<N>
  const project = useProject()
  const key = args && JSON.stringify(args)
  const live = useRef(new Map<number, Window<R>>())
  const wanted = useRef(new Set<number>())
  const isOpen = useRef(false)
  const [known, setKnown] = useState<{
    key: string
    total: number | undefined
    value: Windows<N>['value']
    problem: Problem | null
  }>()
  const [, drawAgain] = useState(0)

  const open = useCallback(
    (page: number) => {
      if (key === null) return
      const own: Window<R> = { rows: undefined, stop: () => {} }
      live.current.set(page, own)
      const asked = { ...JSON.parse(key), offset: page * size, limit: size } as AnalysisArgs<N>
      own.stop = project.watchAnalysis(query, asked, (answer: Answered<N>) => {
        if (isProblem(answer)) {
          setKnown({ key, total: undefined, value: undefined, problem: answer.problem })
          return
        }
        const { total, rows } = answer.ok as AnalysisMap[WindowedAnalysis]['value']
        own.rows = rows as R[]
        setKnown({ key, total, value: answer.ok as AnalysisMap[N]['value'], problem: null })
        drawAgain((n) => n + 1)
      })
    },
    [project, query, key],
  )

  useEffect(() => {
    isOpen.current = true
    open(0)
    return () => {
      isOpen.current = false
      for (const { stop } of live.current.values()) stop()
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
  }, [open])

  const current = known?.key === key ? known : undefined
  return {
    total: current?.total,
    value: current?.value,
    problem: current?.problem ?? null,
    at(index) {
      const page = Math.floor(index / size)
      // A list draws by itself while scrolling: no effect of this component's follows.
      if (wanted.current.size === 0) queueMicrotask(serve)
      wanted.current.add(page)
      return current && live.current.get(page)?.rows?.[index % size]
    },
  }
}
