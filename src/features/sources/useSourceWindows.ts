/** The sources of a list of any length, in windows. */
import { useCallback } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { type CountedRows, useCountedRows, type WatchCounted } from '../../data/live/useRowWindows.ts'
import type { SourceRow, SourcesAsked } from '../../model/queries.ts'

const sizes = { size: 100, kept: 5 }

export type SourceWindows = CountedRows<SourceRow>

export function useSourceWindows(asked: SourcesAsked): SourceWindows {
  const project = useProject()
  const key = JSON.stringify(asked)
  const watch = useCallback<WatchCounted<SourceRow>>(
    (offset, limit, post) => project.watch('sources', { ...(JSON.parse(key) as SourcesAsked), offset, limit }, post),
    [project, key],
  )
  return useCountedRows(watch, sizes)
}
