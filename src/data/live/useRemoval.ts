import { useCallback, useEffect, useRef } from 'react'
import { watchRows } from './sharedRows.ts'
import { useProject } from './useLive.ts'

/**
 * A view's way to remove a quirk, `remove` with a memory: a quirk that was removed by it and comes back, as by one's own undo, goes to
 * `onReturn`. It may be there before the view has drawn it. Resolves as `remove` does.
 */
export function useRemoval(
  remove: (quirkId: number) => Promise<boolean>,
  onReturn: (quirkId: number) => void,
): (quirkId: number) => Promise<boolean> {
  const project = useProject()
  const latest = useRef({ remove, onReturn })
  latest.current = { remove, onReturn }
  /** By id, whether the rows are without it yet. */
  const removed = useRef(new Map<number, boolean>())
  useEffect(
    () =>
      watchRows(project, 'quirks', '{}', (rows) => {
        for (const [quirkId, isGone] of removed.current) {
          if (!rows.has(quirkId)) removed.current.set(quirkId, true)
          else if (isGone) {
            removed.current.delete(quirkId)
            latest.current.onReturn(quirkId)
          }
        }
      }),
    [project],
  )
  return useCallback(async (quirkId) => {
    removed.current.set(quirkId, false)
    const done = await latest.current.remove(quirkId)
    if (!done) removed.current.delete(quirkId)
    return done
  }, [])
}
