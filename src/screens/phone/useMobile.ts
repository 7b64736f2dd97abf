import { can } from '../../data/server/serverFacts.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { useNarrow } from '../useNarrow.ts'

/** A phone on its side: wide, but hardly high, and pressed with a finger. No tablet is as low, nor is a desktop's window pressed so. */
const onItsSide = '(pointer: coarse) and (max-height: 480px)'

/** The layout for phones: where the host can do that, in a narrow window or on a phone that lies on its side. Local mode only reflows. */
export function useMobile(): boolean {
  const narrow = useNarrow()
  const lies = useMedia(onItsSide)
  return (narrow || lies) && can('mobile')
}
