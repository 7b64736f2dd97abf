import { useSyncExternalStore } from 'react'

const listen = (changed: () => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** For what fits itself into the window when it is drawn. */
export const useWindowWidth = (): number => useSyncExternalStore(listen, () => innerWidth)
