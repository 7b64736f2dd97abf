import { useRef } from 'react'
import { useAnalysis } from '../../data/live/useLive.ts'
import { useWindows } from '../../data/live/useWindows.ts'
import type { Problem } from '../../model/problems.ts'
import type { FoundAnswer } from '../../model/queries.ts'

export interface Found {
  /** Answers, and sources that they belong to. */
  total: number
  sources: number
  /** Places in all of them; undefined until counted. */
  hits: number | undefined
  /** Undefined while it is on its way. */
  at(index: number): FoundAnswer | undefined
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
  return {
    found: known && {
      ...known.found,
      hits: isCurrent && !counted.waiting ? counted.value?.hits : undefined,
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
