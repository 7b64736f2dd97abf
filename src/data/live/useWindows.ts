/** The rows of a question to the whole project, however many: a window is asked for when it comes into sight, and stays live while near it. */
import { useMemo, useState } from 'react'
import { isProblem, type Problem } from '../../model/problems.ts'
import type { AnalysisArgs, AnalysisMap, AnalysisName, Answered } from '../../model/queries.ts'
import { useProject } from './useLive.ts'
import { useRowWindows, type WatchRows } from './useRowWindows.ts'

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

/** `args` may be made anew at each drawing; null asks nothing. */
export function useWindows<N extends WindowedAnalysis>(
  query: N,
  args: Omit<AnalysisArgs<N>, 'offset' | 'limit'> | null,
): Windows<N> {
  type R = WindowedRow<N>
  const project = useProject()
  const key = args && JSON.stringify(args)
  const [known, setKnown] = useState<{
    key: string
    total: number | undefined
    value: Windows<N>['value']
    problem: Problem | null
  }>()
  const watch = useMemo<WatchRows<R> | null>(() => {
    if (key === null) return null
    return (offset, limit, hear) =>
      project.watchAnalysis(query, { ...JSON.parse(key), offset, limit } as AnalysisArgs<N>, (answer: Answered<N>) => {
        if (isProblem(answer)) {
          setKnown({ key, total: undefined, value: undefined, problem: answer.problem })
          return
        }
        const { total, rows } = answer.ok as AnalysisMap[WindowedAnalysis]['value']
        setKnown({ key, total, value: answer.ok as AnalysisMap[N]['value'], problem: null })
        hear(rows as R[])
      })
  }, [project, query, key])
  const { at } = useRowWindows(watch, { size, kept })
  const current = known?.key === key ? known : undefined
  return {
    total: current?.total,
    value: current?.value,
    problem: current?.problem ?? null,
    at(index) {
      const row = at(index)
      // Rows of what was asked for before belong to another total.
      return current && row
    },
  }
}
