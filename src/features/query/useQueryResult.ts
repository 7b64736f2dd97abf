import { useMemo } from 'react'
import { type Analysed, useAnalysis } from '../../data/live/useLive.ts'
import { useSettled } from '../../data/live/useSettled.ts'
import type { Criteria } from '../../model/rules/analysis/criteria.ts'
import { criteriaOf, type ReadDraft } from '../../state/queryDraft.ts'

/** What a query asks: its filters as they stand, its text once nobody types (1 §4). The same object until that differs. */
export function useCriteria(query: ReadDraft): Criteria {
  const text = useSettled(query.textSearch)
  const asked = JSON.stringify(criteriaOf({ filters: query.filters, textSearch: text }))
  return useMemo(() => JSON.parse(asked) as Criteria, [asked])
}

/** What comes of it, live. */
export const useQueryResult = (criteria: Criteria | null): Analysed<'filteredAnswers'> =>
  useAnalysis('filteredAnswers', criteria && { ...criteria })
