import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { StatusPill } from '../../../ui/feedback/StatusPill.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { savingState } from './savingState.ts'
import { useAtRisk } from './useAtRisk.ts'

/** `onSetAside`: opens what can be done with steps that are set aside. */
export function SavingPill({ onSetAside }: { onSetAside: () => void }) {
  const state = useSnapshot(useProject().state)
  const status = savingState(state, useAtRisk())
  const open = () => {
    // What it offers stands there.
    toast.close('stepsSetAside')
    onSetAside()
  }
  if (status === 'setAside') return <StatusPill state="setAside" count={state.setAside} onOpen={open} />
  return <StatusPill state={status} count={state.waiting} />
}
