import { useEffect } from 'react'
import { askBeforeLeaving } from '../../../data/askBeforeLeaving.ts'
import { wouldLose } from '../../../data/copies/held.ts'
import { useProject } from '../../../data/live/useLive.ts'

/** The browser asks before it closes a tab with changes that are nowhere else, or (`atRisk`) not kept for certain. */
export function useWarnedLeaving(atRisk: boolean): void {
  const { state } = useProject()
  useEffect(() => askBeforeLeaving(() => atRisk || wouldLose(state)), [state, atRisk])
}
