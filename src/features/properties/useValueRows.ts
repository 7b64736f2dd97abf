/** The values of a property, however many, in windows. */
import { useCallback } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { type CountedRows, useCountedRows, type WatchCounted } from '../../data/live/useRowWindows.ts'
import type { PropertyValueRow } from '../../model/queries.ts'

const sizes = { size: 60, kept: 4 }

export type ValueRows = CountedRows<PropertyValueRow>

export function useValueRows(keyId: number): ValueRows {
  const project = useProject()
  const watch = useCallback<WatchCounted<PropertyValueRow>>(
    (offset, limit, post) => project.watch('propertyValues', { keyId, offset, limit }, post),
    [project, keyId],
  )
  return useCountedRows(watch, sizes)
}
