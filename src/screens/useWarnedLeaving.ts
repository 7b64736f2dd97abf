import { useEffect } from 'react'
import { useProject } from '../data/useLive.ts'

/** A project in memory is gone with its tab: the browser asks before it closes one that has changes to save. */
export function useWarnedLeaving(): void {
  const { state } = useProject()
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (state.stored === 'memory' && state.waiting > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state])
}
