import { useEffect } from 'react'
import { useProject } from '../../data/live/useLive.ts'

/** Shown for so long, a source counts as opened: tabs that are only passed by keep their mark. */
const READ_AFTER = 600

/** Takes the mark of the unread off the source that is shown; null: none is. */
export function useRead(sourceId: number | null): void {
  const project = useProject()
  useEffect(() => {
    if (sourceId === null) return
    const timer = setTimeout(() => project.readSource(sourceId), READ_AFTER)
    return () => clearTimeout(timer)
  }, [project, sourceId])
}
