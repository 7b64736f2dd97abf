import { useEffect, useState } from 'react'
import { useAnalysis, useProject } from '../../data/live/useLive.ts'
import type { PassageRow } from '../../model/queries.ts'

/** So many places are listed one by one; of more, each text has a line with its first. */
export const mostPlaces = 300

/** Every place of a text with the words around it, in the order of the texts; null asks for none, undefined: not known yet. */
export function useEveryPlace(sought: string | null): readonly PassageRow[] | undefined {
  const project = useProject()
  const { value, waiting } = useAnalysis(
    'hitPlaces',
    sought === null ? null : { text: sought, extent: 'match', wholeWords: false },
  )
  const [known, setKnown] = useState<{ of: Float64Array; rows: readonly PassageRow[] }>()
  useEffect(() => {
    if (!value || waiting) return
    let isWanted = true
    const places = Array.from({ length: Math.min(mostPlaces, value.length / 4) }, (_, hit) => {
      const [sourceId = 0, questionId = 0, start = 0, length = 0] = value.subarray(hit * 4, hit * 4 + 4)
      return { sourceId, questionId, start, length }
    })
    void project.ask('passages', { places }).then((answer) => {
      if (isWanted) setKnown({ of: value, rows: answer.value })
    })
    return () => {
      isWanted = false
    }
  }, [project, value, waiting])
  return sought !== null && !waiting && known?.of === value ? known?.rows : undefined
}
