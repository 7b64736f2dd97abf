import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { mayVanish } from './savingState.ts'

/** A connection that comes back within this time, in ms, is no cause for worry. */
const patience = 5000
/** When it began, for each project: whatever is drawn anew goes on counting from there. */
const began = new WeakMap<object, number>()

/** True once steps have waited for a while in a place that may be cleared away. */
export function useAtRisk(): boolean {
  const { state } = useProject()
  const vanishing = mayVanish(useSnapshot(state))
  const isLong = () => Date.now() - (began.get(state) ?? Date.now()) >= patience
  const [, drawAgain] = useState(0)
  useEffect(() => {
    if (!vanishing) {
      began.delete(state)
      return
    }
    const since = began.get(state) ?? Date.now()
    began.set(state, since)
    const timer = setTimeout(drawAgain, Math.max(0, since + patience - Date.now()), since)
    return () => clearTimeout(timer)
  }, [vanishing, state])
  return vanishing && isLong()
}
