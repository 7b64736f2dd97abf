import { can } from '../../data/server/serverFacts.ts'
import { useNarrow } from '../useNarrow.ts'

/** The layout for phones: where the host can do that, in a narrow window. Local mode only reflows. */
export function useMobile(): boolean {
  const narrow = useNarrow()
  return narrow && can('mobile')
}
