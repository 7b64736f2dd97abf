import { type PointerEvent, useEffect, useRef } from 'react'

const HELD_AFTER = 450
/** A finger is never quite still, in px. */
const STILL = 10

/**
 * A finger that rests on a row. The click that follows is none (`took`), and the menu that the browser would open is not ours to open either:
 * `byTouch` tells whether the pointer that acts is a finger.
 */
export function useLongPress(onHeld: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0, byTouch: false, held: false })
  const end = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    byTouch: () => start.current.byTouch,
    /** Whether the press that ends with this click has done its work; asked once. */
    took: () => {
      const { held } = start.current
      start.current.held = false
      return held
    },
    handlers: {
      onPointerDown: ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
        end()
        start.current = { x, y, byTouch: pointerType === 'touch', held: false }
        if (pointerType !== 'touch') return
        timer.current = setTimeout(() => {
          start.current.held = true
          onHeld()
        }, HELD_AFTER)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > STILL) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
