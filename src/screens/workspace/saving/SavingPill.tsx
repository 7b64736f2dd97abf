import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { StatusPill } from '../../../ui/feedback/StatusPill.tsx'
import { savingState } from './savingState.ts'
import { useAtRisk } from './useAtRisk.ts'

export function SavingPill() {
  const state = useSnapshot(useProject().state)
  return <StatusPill state={savingState(state, useAtRisk())} waiting={state.waiting} />
}
