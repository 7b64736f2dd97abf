import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { editorOf } from '../../state/editor.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import { usePassing } from './usePassing.ts'
import { useCriteria, useQueryResult } from './useQueryResult.ts'

/** What the main query lets through while canvas and list show that; null: they show everything. `title`: what it is called. */
export function useShownResult(): {
  title: string
  result: QuirkResult | undefined
  counts: number | undefined
} | null {
  const { view, query, uncheckedGroups } = useSnapshot(editorOf(useProject().uuid))
  const isAsked = view === 'criteria'
  const criteria = useCriteria(query)
  const shown = useShownQuirks(uncheckedGroups)
  const passing = usePassing(useQueryResult(isAsked ? criteria : null), shown)
  return isAsked ? { title: query.title, result: passing?.result, counts: passing?.counts.highlights } : null
}
