import type { ProjectState } from '../../../data/copies/handle.ts'
import { mayWrite } from '../../../model/access.ts'
import type { Status } from '../../../ui/feedback/StatusPill.tsx'

type State = Pick<ProjectState, 'connection' | 'waiting' | 'setAside' | 'kept' | 'access'>

/** What the saving state says: first what needs care, then what is going on, then what is always so. */
export function savingState({ connection, waiting, setAside, kept, access }: State, atRisk: boolean): Status {
  if (atRisk) return 'atRisk'
  if (connection === 'offline' || connection === 'ended' || connection === 'closed') return 'offline'
  if (connection === 'reconnecting' && waiting > 0) return 'offline'
  // A lost copy is being fetched again.
  if (connection !== 'online' || (kept === 'lost' && waiting === 0)) return 'connecting'
  if (waiting > 0) return 'saving'
  if (setAside > 0) return 'setAside'
  if (kept === 'memory') return 'memory'
  return mayWrite(access) ? 'saved' : 'readOnly'
}

/** Steps wait that nobody takes just now, in a place that does not keep them for certain. */
export const mayVanish = ({ connection, waiting, kept }: Omit<State, 'access' | 'setAside'>): boolean =>
  waiting > 0 && kept !== 'persistent' && connection !== 'online'
