import { useCallback, useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { isPending } from '../../data/transcription/looks.ts'
import { type Watch, watchTranscriptions } from '../../data/transcription/watchTranscriptions.ts'
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'

export interface Transcriptions {
  /** The newest first; null: not known yet. */
  entries: readonly TranscriptionEntry[] | null
  /** Why they are not known. */
  problem: Problem | null
  look: () => void
  sent: (entry: TranscriptionEntry) => void
}

export interface Became {
  /** What was on its way, and is done or has failed now. */
  changed: readonly TranscriptionEntry[]
  /** It is the first that this page hears of them. */
  isFirst: boolean
  all: readonly TranscriptionEntry[]
}

/** The person's transcriptions in the open project; `became` is called whenever something is known anew. */
export function useTranscriptions(became: (what: Became) => void): Transcriptions {
  const { uuid, account } = useProject()
  const [entries, setEntries] = useState<readonly TranscriptionEntry[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const tell = useRef(became)
  tell.current = became
  const watch = useRef<Watch>(null)
  const look = useCallback(async () => {
    const looked = await watch.current?.look()
    if (looked && isProblem(looked)) setProblem(looked.problem)
  }, [])
  useEffect(() => {
    let before: readonly TranscriptionEntry[] | null = null
    const opened = watchTranscriptions(uuid, account, (all) => {
      const pending = new Set(before?.filter(isPending).map(({ id }) => id))
      const changed = all.filter((entry) => pending.has(entry.id) && !isPending(entry))
      const isFirst = before === null
      before = all
      setEntries(all)
      setProblem(null)
      tell.current({ changed, isFirst, all })
    })
    watch.current = opened
    void look()
    return opened.end
  }, [uuid, account, look])
  return {
    entries,
    problem,
    look,
    sent: (entry) => watch.current?.sent(entry),
  }
}
