import { useCallback, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** How often `work` may ask for itself again within a frame; then it has to wait for the next one. */
const mostRounds = 20

/**
 * Answers a steady function that has `work` done in the next frame, once however often it is called, before anything of that frame is painted. Work
 * that reads what the browser has laid out, and may draw something else because of it, belongs there: within a commit of React it would have the whole
 * page laid out at once, in the same task. Where what it draws calls the function again, it is done again in the same frame.
 */
export function useBeforePaint(work: () => void): () => void {
  const latest = useRef(work)
  latest.current = work
  const frame = useRef<number | null>(null)
  const rounds = useRef({ isAtWork: false, isAskedFor: false })
  useEffect(
    () => () => {
      if (frame.current !== null) cancelAnimationFrame(frame.current)
      frame.current = null
    },
    [],
  )
  return useCallback(() => {
    const state = rounds.current
    state.isAskedFor = true
    if (state.isAtWork) return
    frame.current ??= requestAnimationFrame(() => {
      frame.current = null
      state.isAtWork = true
      for (let round = 0; state.isAskedFor && round < mostRounds; round++) {
        state.isAskedFor = false
        flushSync(() => latest.current())
      }
      state.isAtWork = false
    })
  }, [])
}
