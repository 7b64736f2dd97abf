import type { ProjectState } from '../data/handle.ts'
import { mayWrite } from '../model/access.ts'
import type { Status } from '../ui/StatusPill.tsx'

/** What the saving state says: first what needs care, then what is going on, then what is always so. */
export function savingState({ connection, waiting, stored, access }: Omit<ProjectState, 'problem'>): Status {
  if (connection === 'offline' || connection === 'closed') return 'offline'
  if (connection === 'reconnecting' && waiting > 0) return 'offline'
  if (connection !== 'online') return 'connecting'
  if (waiting > 0) return 'saving'
  if (stored === 'memory') return 'memory'
  return mayWrite(access) ? 'saved' : 'readOnly'
}
