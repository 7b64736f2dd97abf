import { useEffect, useMemo, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { searchDebounce } from '../../model/limits.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import type { HitsAsked } from '../../model/queries.ts'
import { type Hits, hitsOf, type Ticks, ticksKept } from './hits.ts'

export interface Search {
  /** What was asked for is being looked for. */
  searching: boolean
  problem: Problem | null
  hits: Hits
  ticks: Ticks
  setTicks: (ticks: Ticks) => void
}

const none = hitsOf(new Float64Array(0))
interface Found {
  /** The question that it answers. */
  asked: string
  hits: Hits
  ticks: Ticks
  problem: Problem | null
}
const nothing: Found = { asked: '', hits: none, ticks: new Uint8Array(0), problem: null }

/** The hits of a text, once its typing rests, and as the texts change; nobody is asked for an empty one. */
export function useHits(asked: HitsAsked): Search {
  const project = useProject()
  const [found, setFound] = useState(nothing)
  const question = asked.text.trim() === '' ? '' : JSON.stringify(asked)
  useEffect(() => {
    if (question === '') return setFound(nothing)
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = project.watchAnalysis('hitPlaces', JSON.parse(question) as HitsAsked, (answer) =>
        setFound((before) => {
          if (isProblem(answer)) return { ...nothing, asked: question, problem: answer.problem }
          const hits = hitsOf(answer.ok)
          const isSame = before.asked === question
          const ticks = isSame ? ticksKept(before.hits, before.ticks, hits) : new Uint8Array(hits.count).fill(1)
          return { asked: question, hits, ticks, problem: null }
        }),
      )
    }, searchDebounce)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [project, question])
  const current = found.asked === question ? found : nothing
  return useMemo(
    () => ({
      searching: found.asked !== question,
      problem: current.problem,
      hits: current.hits,
      ticks: current.ticks,
      setTicks: (ticks) => setFound((before) => ({ ...before, ticks })),
    }),
    [found, question, current],
  )
}
