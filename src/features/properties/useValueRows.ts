/** The values of a property, however many, in windows (`useRowWindows`). */
import { useCallback, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { useRowWindows, type WatchRows } from '../../data/live/useRowWindows.ts'
import type { PropertyValueRow } from '../../model/queries.ts'

const sizes = { size: 60, kept: 4 }

export interface ValueRows {
  /** Undefined until first known. */
  total: number | undefined
  /** Undefined while its window is on its way; asking for it brings it. */
  at(index: number): PropertyValueRow | undefined
}

export function useValueRows(keyId: number): ValueRows {
  const project = useProject()
  const [total, setTotal] = useState<number>()
  const watch = useCallback<WatchRows<PropertyValueRow>>(
    (offset, limit, hear) =>
      project.watch('propertyValues', { keyId, offset, limit }, ({ value }) => {
        setTotal(value.total)
        hear(value.rows)
      }),
    [project, keyId],
  )
  return { total, ...useRowWindows(watch, sizes) }
}
