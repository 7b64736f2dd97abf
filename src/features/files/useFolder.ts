import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../data/server/server.ts'
import type { Folder } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'

export interface OpenFolder {
  /** The one shown; it stays while the next is being read, and when that cannot be. */
  folder: Folder | null
  loading: boolean
  problem: Problem | null
  /** Without a path: the person's own folder. */
  go: (path?: string) => void
}

/** A folder of the machine on which the server runs; `start` is read at first. */
export function useFolder(start: string | undefined): OpenFolder {
  const [state, setState] = useState<Omit<OpenFolder, 'go'>>({ folder: null, loading: true, problem: null })
  const asked = useRef(0)
  const go = useCallback(async (path?: string) => {
    asked.current += 1
    const turn = asked.current
    setState((before) => ({ ...before, loading: true }))
    const answer = await api('GET /web/api/local/files', { query: path ? { path } : {} })
    if (turn !== asked.current) return
    setState((before) =>
      isProblem(answer)
        ? { ...before, loading: false, problem: answer.problem }
        : { folder: answer.ok, loading: false, problem: null },
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first folder is given from outside
  useEffect(() => {
    void go(start)
  }, [go])
  return { ...state, go: (path) => void go(path) }
}
