import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { facts } from '../../../data/server/serverFacts.ts'
import { StatusPill } from '../../../ui/feedback/StatusPill.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { savingState } from './savingState.ts'
import { useAtRisk } from './useAtRisk.ts'

const ReadOnlyPill = lazyPart(async () => (await import('./ReadOnlyPill.tsx')).ReadOnlyPill)

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
  const pill = <StatusPill state={status} count={state.waiting} />
  if (status !== 'readOnly' || !facts().payment) return pill
  return (
    <Suspense fallback={pill}>
      <ReadOnlyPill />
    </Suspense>
  )
}
