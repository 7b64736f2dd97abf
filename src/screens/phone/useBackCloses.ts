import { useEffect } from 'react'
import { go, pathNow, searchNow } from '../hash.ts'

/**
 * The browser's Back closes what is open over the page, and leads nowhere else: while `isOpen`, the address has an entry of its own for it,
 * `?open=` with its `name`. An address with it that is loaded anew is the page without it.
 */
export function useBackCloses(name: string, isOpen: boolean, close: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it opens
  useEffect(() => {
    const isNamed = () => searchNow() === `open=${name}`
    const leave = () => isNamed() && go(pathNow(), { replace: true })
    if (!isOpen) return void leave()
    go(`${pathNow()}?open=${name}`)
    // What else changes the address, as a quirk does that is gone, leaves it open.
    const back = () => isNamed() || close()
    addEventListener('popstate', back)
    return () => {
      removeEventListener('popstate', back)
      leave()
    }
  }, [name, isOpen])
}
