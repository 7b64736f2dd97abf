import { HistoryView } from '../../features/history/HistoryView.tsx'
import { go } from '../hash.ts'

/** The history of the project; a project that is made of a past state is gone to. */
export function HistoryDesk() {
  return <HistoryView onProject={(uuid) => go(`/projects/${uuid}`)} />
}
