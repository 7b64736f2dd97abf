/**
 * Whether there is a keyboard whose keys are worth naming. A device with nothing but a touch screen has none, until a key is pressed that
 * keyboards on a screen do not have: then somebody has joined one to it.
 */
import { type ReactNode, useSyncExternalStore } from 'react'

/** Such a device: nothing is pointed at, or dropped on the page, either. */
export const touchOnly = '(hover: none) and (pointer: coarse)'
let isJoined = false

const ofRealKeyboard = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || /^(Tab|Escape|Arrow\w+|Page\w+|Home|End|F\d+)$/.test(key)

export const hasKeyboard = (): boolean => isJoined || !matchMedia(touchOnly).matches

const listen = (changed: () => void) => {
  const look = (event: KeyboardEvent) => {
    if (!ofRealKeyboard(event)) return
    isJoined = true
    changed()
  }
  const media = matchMedia(touchOnly)
  media.addEventListener('change', changed)
  addEventListener('keydown', look, { capture: true })
  return () => {
    media.removeEventListener('change', changed)
    removeEventListener('keydown', look, { capture: true })
  }
}

export const useKeyboard = (): boolean => useSyncExternalStore(listen, hasKeyboard)

/** Around words that name keys: they stand only where there is a keyboard. */
export const ByKey = ({ children }: { children: ReactNode }): ReactNode => (useKeyboard() ? children : null)
