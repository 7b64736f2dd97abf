import { type RefObject, useRef, useState } from 'react'
import type { Bubble } from '../../model/canvas/scene.ts'
import { type Point, toScreen } from './placing/viewport.ts'
import type { BoardState } from './useBoard.ts'

interface OpenMenu {
  /** In px of the window. */
  at: Point
  /** The quirk it is for; null is empty space at `place` of the canvas. */
  quirkId: number | null
  place: Point
  /** It lies over the quirk's card, which would show from below it. */
  coversCard: boolean
}

/** The menu of a quirk, or of empty space, where it is open. */
export function useOpenMenu({ board, camera }: BoardState, surface: RefObject<HTMLElement | null>) {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  // Once it has been there it stays, so that closing it can give the focus back.
  const wasThere = useRef(false)
  if (menu) wasThere.current = true
  return {
    menu,
    isThere: wasThere.current,
    close: () => setMenu(null),
    openAt: (bubble: Bubble | undefined, place: Point, at: Point) =>
      setMenu({ at, quirkId: bubble?.id ?? null, place, coversCard: true }),
    /** Below the bubble, so that it is still seen. */
    openBelow: (bubble: Bubble) => {
      const box = surface.current?.getBoundingClientRect()
      const { x: across, y: down, r } = board.shown(bubble)
      const { x, y } = toScreen(camera.view, { x: across, y: down + r })
      const at = { x: x + (box?.left ?? 0), y: y + (box?.top ?? 0) }
      setMenu({ at, quirkId: bubble.id, place: bubble, coversCard: true })
    },
    openOfCard: (bubble: Bubble, at: Point) => setMenu({ at, quirkId: bubble.id, place: bubble, coversCard: false }),
  }
}
