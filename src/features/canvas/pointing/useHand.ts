import { type RefObject, useEffect, useState } from 'react'
import type { Point } from '../placing/viewport.ts'

/** Where the pointer is while it is over the canvas, cards and buttons on it included. */
export interface Hand {
  /** In px of the window; null: elsewhere. A finger that touches nothing is nowhere. */
  readonly at: Point | null
  /** Calls after every move; returns the end of it. */
  onMove(listener: () => void): () => void
}

export function useHand(canvas: RefObject<HTMLElement | null>): Hand {
  const [hand] = useState(createHand)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const stop = new AbortController()
    const move = ({ pointerType, clientX, clientY }: PointerEvent) =>
      pointerType === 'touch' || hand.move({ x: clientX, y: clientY })
    element.addEventListener('pointermove', move, { signal: stop.signal })
    element.addEventListener('pointerleave', () => hand.move(null), { signal: stop.signal })
    return () => stop.abort()
  }, [canvas, hand])
  return hand
}

function createHand(): Hand & { move(at: Point | null): void } {
  let at: Point | null = null
  const listeners = new Set<() => void>()
  return {
    get at() {
      return at
    },
    move: (next) => {
      at = next
      for (const listener of listeners) listener()
    },
    onMove: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
