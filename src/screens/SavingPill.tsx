import { useSnapshot } from 'valtio'
import { useProject } from '../data/useLive.ts'
import { StatusPill } from '../ui/StatusPill.tsx'
import { savingState } from './savingState.ts'

export function SavingPill() {
  const state = useSnapshot(useProject().state)
  return <StatusPill state={savingState(state)} waiting={state.waiting} />
}
