import { useRef } from 'react'
import { useAnalysis } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useWindows } from '../../data/live/useWindows.ts'
import type { Problem } from '../../model/problems.ts'
import type { FoundAnswer } from '../../model/queries.ts'
import { mostPlaces, useEveryPlace } from './useEveryPlace.ts'

/** An answer with its first place, or one of its places: `hits` is null then. */
export type FoundPlace = Omit<FoundAnswer, 'answerId' | 'hits'> & { hits: number | null }

export interface Found {
  /** Lines of the list, and sources that they belong to. */
  total: number
  sources: number
  /** Places in all of them; undefined until counted. */
  hits: number | undefined
  /** Undefined while it is on its way. */
  at(index: number): FoundPlace | undefined
}

/** What contains a text; until that is known, what contained the one before. `sought` empty: nothing. */
export function useFound(sought: string): { found: Found | null; waiting: boolean; problem: Problem | null } {
  const windows = useWindows('textSearch', sought === '' ? null : { text: sought })
  const counted = useAnalysis('textHits', sought === '' ? null : { text: sought })
  const last = useRef<{ found: Omit<Found, 'at' | 'hits'>; rows: Map<number, FoundAnswer>; of: string } | null>(null)
  if (windows.total !== undefined && windows.value) {
    const found = { total: windows.total, sources: windows.value.sources }
    last.current = { found, of: sought, rows: last.current?.of === sought ? last.current.rows : new Map() }
  }
  const known = last.current
  const isCurrent = windows.total !== undefined
  const hits = isCurrent && !counted.waiting ? counted.value?.hits : undefined
  const isMore = hits !== undefined && hits > (windows.total ?? 0) && hits <= mostPlaces
  const places = useEveryPlace(isMore ? sought : null)
  const questions = useQuestions()
  if (known && isMore && places)
    return {
      found: {
        ...{ total: places.length, sources: known.found.sources, hits },
        at: (index) => {
          const place = places[index]
          const question = questions?.find(({ id }) => id === place?.questionId)?.question ?? ''
          return place && { ...place, question, hits: null }
        },
      },
      waiting: false,
      problem: null,
    }
  return {
    found: known && {
      ...known.found,
      hits,
      at: (index) => {
        const row = isCurrent ? windows.at(index) : known.rows.get(index)
        if (row && isCurrent) known.rows.set(index, row)
        return row
      },
    },
    waiting: sought !== '' && !isCurrent && windows.problem === null,
    problem: windows.problem,
  }
}
