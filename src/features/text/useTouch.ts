import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

export interface Touch {
  /** A finger touched it last, not a mouse. */
  isTouched: boolean
  /** While a button or finger is down that went down on it. */
  isPressed: RefObject<boolean>
  /** For the element that is touched. */
  onPointerDownCapture: (event: PointerEvent) => void
}

/** How an element is pressed: it is let go wherever the pointer is by then. */
export function useTouch(): Touch {
  const [isTouched, setTouched] = useState(false)
  const isPressed = useRef(false)
  useEffect(() => {
    const lift = () => {
      isPressed.current = false
    }
    const ends = ['pointerup', 'pointercancel'] as const
    for (const end of ends) window.addEventListener(end, lift, { capture: true })
    return () => {
      for (const end of ends) window.removeEventListener(end, lift, { capture: true })
    }
  }, [])
  const onPointerDownCapture = ({ pointerType }: PointerEvent) => {
    setTouched(pointerType === 'touch')
    isPressed.current = true
  }
  return { isTouched, isPressed, onPointerDownCapture }
}
