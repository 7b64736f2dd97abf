import { useCallback, useRef, useState } from 'react'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { useProject } from '../../data/live/useLive.ts'
import type { PassageRow } from '../../model/queries.ts'
import { type Hits, placeOf } from './hits.ts'

/** So many are asked for at once. */
const CHUNK = 60

/** What stands around the hits that are drawn: asked for as they come into sight. Undefined until known. */
export function usePassages(hits: Hits): (hit: number) => PassageRow | undefined {
  const project = useProject()
  const [, draw] = useState(0)
  const known = useRef({ hits, rows: new Map<number, PassageRow>(), asked: new Set<number>() })
  if (known.current.hits !== hits) known.current = { hits, rows: new Map(), asked: new Set() }
  return useCallback(
    (hit) => {
      const now = known.current
      const chunk = Math.floor(hit / CHUNK)
      if (!now.asked.has(chunk)) {
        now.asked.add(chunk)
        void ask(project, now.hits, chunk).then((rows) => {
          for (const [at, row] of rows) now.rows.set(at, row)
          if (known.current === now) draw((times) => times + 1)
        })
      }
      return now.rows.get(hit)
    },
    [project],
  )
}

async function ask(project: ProjectHandle, hits: Hits, chunk: number): Promise<[number, PassageRow][]> {
  const first = chunk * CHUNK
  const indices = Array.from({ length: Math.min(CHUNK, hits.count - first) }, (_, at) => first + at)
  const { value } = await project.ask('passages', { places: indices.map((hit) => placeOf(hits, hit)) })
  // Those that lie in no text any more are left out of the answer.
  const byPlace = new Map(value.map((row) => [nameOf(row), row]))
  return indices.flatMap((hit): [number, PassageRow][] => {
    const row = byPlace.get(nameOf(placeOf(hits, hit)))
    return row ? [[hit, row]] : []
  })
}

const nameOf = ({ sourceId, questionId, start, length }: ReturnType<typeof placeOf>): string =>
  `${sourceId} ${questionId} ${start} ${length}`
