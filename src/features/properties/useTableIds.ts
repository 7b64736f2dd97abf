import { useEffect, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import type { SourceOrder } from '../../model/rules/sourceOrder.ts'
import { steadyOrder } from './steadyOrder.ts'

/** The sources found, sorted when the order is asked for and steady from then on; undefined until first known. */
export function useTableIds(search: string, order: SourceOrder): readonly number[] | undefined {
  const project = useProject()
  const [ids, setIds] = useState<readonly number[]>()
  useEffect(() => {
    let shown: readonly number[] | undefined
    return project.watch('sourceIds', { search, order }, ({ value }) => {
      shown = shown ? steadyOrder(shown, value) : value
      setIds(shown)
    })
  }, [project, search, order])
  return ids
}
