import { useMemo } from 'react'
import type { Analysed } from '../../data/useLive.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import type { Counted } from './QueryCounts.tsx'

/** The part of a result that the groups filter leaves. */
export function usePassing(
  { value }: Analysed<'filteredAnswers'>,
  shown: ReadonlySet<number> | null | undefined,
): { result: QuirkResult; counts: Counted } | undefined {
  return useMemo(() => {
    if (!value || shown === undefined) return undefined
    const quirks = value.quirks.filter(({ id }) => shown?.has(id) ?? true)
    const highlights = new Map(quirks.map((quirk) => [quirk.id, quirk.highlights]))
    const total = shown ? quirks.reduce((sum, quirk) => sum + quirk.highlights, 0) : value.highlights
    const { answers, bare } = value
    return { result: { highlights, total, bare }, counts: { highlights: total, quirks: quirks.length, answers, bare } }
  }, [value, shown])
}
