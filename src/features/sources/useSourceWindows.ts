/** The sources of a list of any length, in windows (`useRowWindows`). */
import { useCallback, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { useRowWindows } from '../../data/live/useRowWindows.ts'
import type { SourceRow, SourcesAsked } from '../../model/queries.ts'

const sizes = { size: 100, kept: 5 }

export interface SourceWindows {
  /** Undefined until first known. */
  total: number | undefined
  /** Undefined while its window is on its way; asking for it brings it. */
  at(index: number): SourceRow | undefined
}

export function useSourceWindows(asked: SourcesAsked): SourceWindows {
  const project = useProject()
  const key = JSON.stringify(asked)
  const [total, setTotal] = useState<number>()
  const watch = useCallback(
    (offset: number, limit: number, hear: (rows: readonly SourceRow[]) => void) =>
      project.watch('sources', { ...(JSON.parse(key) as SourcesAsked), offset, limit }, ({ value }) => {
        setTotal(value.total)
        hear(value.rows)
      }),
    [project, key],
  )
  return { total, ...useRowWindows(watch, sizes) }
}
