/**
 * The passages of a list of any length, as one live window around what is in sight. What changes above is counted (`moved`), so that what
 * is read keeps its place; what was asked for before is shown until the new answer is there.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import type { QuoteRow, QuotesAsked } from '../../model/queries.ts'
import { type Kept, keepInStep, windowFor } from './quoteWindow.ts'

export interface Quotes {
  /** What the rows answer to; another one is another list. */
  key: string
  /** Undefined until first known. */
  total: number | undefined
  problem: Problem | null
  /** These are still the rows of what was asked for before. */
  waiting: boolean
  /** Undefined while it is on its way. */
  at(index: number): QuoteRow | undefined
  /** How many rows have come before those in sight, less those that have gone. */
  moved: number
  /** Says what is in sight, and so what is wanted. */
  sight(first: number, last: number): void
  /** Asks again after a problem. */
  retry(): void
}

interface Wanted {
  key: string
  offset: number
  limit: number
  near?: { id: number; at: number }
}

/** The rows that come first are few, to be there at once. */
const firstRows = 60

/** `startAt`: the row that the list begins at. `asked` null: not known yet. */
export function useQuotes(asked: QuotesAsked | null, startAt = 0): Quotes {
  const project = useProject()
  const key = asked && JSON.stringify(asked)
  const kept = useRef<Kept | null>(null)
  const seen = useRef<[number, number]>([startAt, startAt])
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [problem, setProblem] = useState<{ key: string; problem: Problem } | null>(null)
  const [, drawAgain] = useState(0)
  const isFirst = useRef(true)

  useEffect(() => {
    if (key === null) return
    const from = isFirst.current ? Math.max(0, startAt - firstRows / 2) : 0
    isFirst.current = false
    setWanted({ key, offset: from, limit: firstRows })
  }, [key, startAt])

  useEffect(() => {
    if (wanted === null || wanted.key !== key) return
    const { offset, limit, near } = wanted
    let isSeeking = near !== undefined
    return project.watchAnalysis(
      'quotes',
      { ...(JSON.parse(wanted.key) as QuotesAsked), offset, limit, ...(near && { near }) },
      (answer) => {
        if (isProblem(answer)) {
          setProblem({ key: wanted.key, problem: answer.problem })
          return
        }
        setProblem(null)
        const before = kept.current?.key === wanted.key ? kept.current : null
        const next = keepInStep(before, { key: wanted.key, ...answer.ok }, seen.current, isSeeking)
        isSeeking = false
        // So much has changed that what is in sight is not among these: they are asked for where it is now.
        if ('lost' in next) return setWanted({ ...wanted, near: next.lost })
        const by = next.moved - (before?.moved ?? 0)
        if (before) seen.current = [seen.current[0] + by, seen.current[1] + by]
        else if (kept.current) seen.current = [0, 0]
        kept.current = next
        drawAgain((n) => n + 1)
      },
    )
  }, [project, key, wanted])

  const sight = useCallback((first: number, last: number) => {
    seen.current = [first, last]
    const now = kept.current
    if (now) setWanted((before) => windowFor(before, now, first, last))
  }, [])

  const now = kept.current
  return {
    key: now?.key ?? '',
    total: now?.total,
    problem: problem && problem.key === key ? problem.problem : null,
    waiting: now !== null && now.key !== key,
    at: (index) => now?.rows.get(index),
    moved: now?.moved ?? 0,
    sight,
    retry: () => setWanted((before) => before && { ...before }),
  }
}
