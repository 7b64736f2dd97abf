import { useSyncExternalStore } from 'react'
import { breakpoints } from '../model/limits.ts'

const query = `(max-width: ${breakpoints.sm}px)`

const listen = (changed: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** 1 §2: the editor is in mobile mode when the window is not wider than the small breakpoint. */
export const useNarrow = (): boolean => useSyncExternalStore(listen, () => matchMedia(query).matches)
