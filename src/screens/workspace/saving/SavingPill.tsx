import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { StatusPill } from '../../../ui/feedback/StatusPill.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { savingState } from './savingState.ts'
import { useAtRisk } from './useAtRisk.ts'

/** `onLeft`: opens what can be done with steps that could not be sent. */
export function SavingPill({ onLeft }: { onLeft: () => void }) {
  const state = useSnapshot(useProject().state)
  const status = savingState(state, useAtRisk())
  const open = () => {
    // What it offers stands there.
    toast.close('stepsLeftOver')
    onLeft()
  }
  if (status === 'left') return <StatusPill state="left" count={state.left} onOpen={open} />
  return <StatusPill state={status} count={state.waiting} />
}
