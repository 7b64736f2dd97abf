import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { isAway } from '../../data/server/server.ts'
import type { Problem } from '../../model/problems.ts'

/** The socket may find the way sooner than a call does, ms. */
const askEvery = 3000

/** Asks again when the project is open on the server once more, where it could not be reached. `reload` is to be steady. */
export function useOnceBack(problem: Problem | null, reload: () => unknown): void {
  const isOnline = useSnapshot(useProject().state).connection === 'online'
  const isWaiting = problem !== null && isAway(problem)
  useEffect(() => {
    if (!isOnline || !isWaiting) return
    void reload()
    const timer = setInterval(() => void reload(), askEvery)
    return () => clearInterval(timer)
  }, [isOnline, isWaiting, reload])
}
