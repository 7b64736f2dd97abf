import { useMemo } from 'react'
import type { Analysed } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import type { BareOf, QuirkResult } from '../../state/viewProps.ts'
import type { Counted } from './QueryCounts.tsx'

/** The part of a result that the groups filter leaves; while another is worked out, of the last one, in that one's own terms. */
export function usePassing(
  { value, of }: Analysed<'filteredAnswers'>,
  shown: ReadonlySet<number> | null | undefined,
): { result: QuirkResult; counts: Counted } | undefined {
  const isPlain = (useQuestions()?.length ?? 1) < 2
  return useMemo(() => {
    if (!value || shown === undefined) return undefined
    const quirks = value.quirks.filter(({ id }) => shown?.has(id) ?? true)
    const highlights = new Map(quirks.map((quirk) => [quirk.id, quirk.highlights]))
    const total = shown ? quirks.reduce((sum, quirk) => sum + quirk.highlights, 0) : value.highlights
    const { answers, bare } = value
    const bareOf: BareOf = of?.text ? 'passages' : isPlain ? 'sources' : 'answers'
    return {
      result: { highlights, total, bare, bareOf },
      counts: { highlights: total, quirks: quirks.length, answers, bare, bareOf },
    }
  }, [value, of, shown, isPlain])
}
