import { useCallback, useRef } from 'react'

/** The same function at every drawing, which calls the latest `act`: for events given to memoised parts. */
export function useSteady<Args extends unknown[], Result>(act: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(act)
  latest.current = act
  return useCallback((...args: Args) => latest.current(...args), [])
}
