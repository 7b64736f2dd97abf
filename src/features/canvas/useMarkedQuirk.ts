import { useEffect } from 'react'
import { onMarked } from '../../state/brush.ts'
import { useSteady } from './useSteady.ts'

/** Whenever a highlight is chosen in the text. */
export function useMarkedQuirk(onQuirk: (quirkId: number) => void): void {
  const tell = useSteady(onQuirk)
  useEffect(() => onMarked(tell), [tell])
}
