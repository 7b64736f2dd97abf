import { useEffect, useRef } from 'react'
import { type Offers, offer } from '../../actions/offers.ts'

/** Tells the palette which quirk is chosen here. */
export function useOffered(chosen: Offers['chosen']): void {
  const latest = useRef(chosen)
  latest.current = chosen
  useEffect(() => offer(() => ({ chosen: latest.current })), [])
}
