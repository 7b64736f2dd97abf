import { useCallback, useEffect, useRef, useState } from 'react'
import { subscribe } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import type { HistoryEntry, HistoryFilter, HistoryPage, RemovedQuirk } from '../../model/history.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { stepsOf } from './historyCalls.ts'
import { joinSteps } from './historyRows.ts'
import { useOnceBack } from './useOnceBack.ts'

export interface Steps {
  /** undefined until first answered. */
  entries: HistoryEntry[] | undefined
  authors: string[]
  /** Quirks that were there no more when the history was opened, or when one's own last step came to the server. */
  removed: RemovedQuirk[]
  problem: Problem | null
  /** Reads on, where there is more. */
  more: () => void
  reload: () => void
}

/** How often it is seen whether others have done something, ms. */
const lookEvery = 5000

/** The steps of a project, page after page, the newest ones by themselves. */
export function useSteps({ author, quirk }: Pick<HistoryFilter, 'author' | 'quirk'>): Steps {
  const project = useProject()
  const [page, setPage] = useState<Pick<HistoryPage, 'entries' | 'more' | 'authors'>>()
  const [removed, setRemoved] = useState<RemovedQuirk[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const [turn, setTurn] = useState(0)
  const reading = useRef(false)
  const asked = useRef(0)
  const ask = useCallback(
    (before?: number, removed = false) =>
      stepsOf(project, {
        ...(removed && { removed }),
        ...(before !== undefined && { before }),
        ...(author !== undefined && { author }),
        ...(quirk !== undefined && { quirk }),
      }),
    [project, author, quirk],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again
  useEffect(() => {
    asked.current += 1
    const mine = asked.current
    const look = async (anew: boolean, removed = anew) => {
      const found = await ask(undefined, removed)
      if (mine !== asked.current) return
      if (isProblem(found)) return anew ? setProblem(found.problem) : undefined
      setProblem(null)
      if (found.ok.removed) setRemoved(found.ok.removed)
      setPage((known) => {
        // More than a page is new: what lies between would be missing.
        const last = found.ok.entries.at(-1)?.seq ?? 0
        const isApart = found.ok.more && last > (known?.entries[0]?.seq ?? 0)
        if (anew || !known || isApart) return found.ok
        return { ...known, authors: found.ok.authors, entries: joinSteps(known.entries, found.ok.entries) }
      })
    }
    void look(true)
    // One's own step has come to the server; it may have removed a quirk.
    let waited = project.state.waiting
    const stop = subscribe(project.state, () => {
      const { waiting } = project.state
      if (waiting < waited) void look(false, true)
      waited = waiting
    })
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(false), lookEvery)
    return () => {
      asked.current += 1
      stop()
      clearInterval(timer)
    }
  }, [project, ask, turn])
  const reload = useCallback(() => setTurn((n) => n + 1), [])
  useOnceBack(problem, reload)
  const more = () => {
    const last = page?.entries.at(-1)
    if (!page?.more || !last || reading.current) return
    reading.current = true
    const mine = asked.current
    void ask(last.seq).then((found) => {
      reading.current = false
      if (mine !== asked.current || isProblem(found)) return
      setPage(
        (known) => known && { ...known, more: found.ok.more, entries: joinSteps(known.entries, found.ok.entries) },
      )
    })
  }
  return {
    entries: page?.entries,
    authors: page?.authors ?? [],
    removed,
    problem,
    more,
    reload,
  }
}
