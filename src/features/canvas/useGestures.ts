import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Board } from './board.ts'
import type { Camera } from './camera.ts'
import { watchGestures } from './gestures.ts'
import type { Bubble } from './scene.ts'
import type { Drag } from './useDrag.ts'
import { type Point, toCanvas } from './viewport.ts'

interface Gestures {
  surface: RefObject<HTMLElement | null>
  board: Board
  camera: Camera
  drag: Drag
  grabbing: RefObject<boolean>
  mayDrag: boolean
  onChoose: (bubble: Bubble | undefined) => void
  /** Double-click or double-tap, `at` in px of the surface. */
  onOpen: (bubble: Bubble | undefined, at: Point) => void
  onMenu: (bubble: Bubble | undefined, at: Point, inWindow: Point) => void
}

/** A title that is cut or missing shows when the pointer has rested on its bubble. */
const hoverAfter = 200

/** Ties the gestures to the board. Answers which bubble the pointer rests on, and whether one is being dragged. */
export function useGestures(gestures: Gestures): { hovered: number | null; dragging: boolean } {
  const latest = useRef(gestures)
  latest.current = gestures
  const { surface, board, camera } = gestures
  const [hovered, setHovered] = useState<number | null>(null)
  const [dragging, setDragging] = useState(false)

  useEffect(() => {
    const element = surface.current
    if (!element) return
    let held: Bubble | undefined
    let over: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const bubble = (number: number | undefined) =>
      number === undefined ? undefined : board.sight.scene.bubbles[number]
    const scaled = ({ x, y }: Point): Point => ({ x: x / camera.view.scale, y: y / camera.view.scale })
    const hover = (number: number | undefined) => {
      if (number === over) return
      over = number
      element.toggleAttribute('data-over', number !== undefined)
      clearTimeout(timer)
      setHovered(null)
      const id = bubble(number)?.id
      if (id !== undefined) timer = setTimeout(() => setHovered(id), hoverAfter)
    }
    const moveTo = (by: Point, at: Point, slack: number) => {
      // Others may have moved or removed it meanwhile.
      const now = held && board.sight.scene.byId.get(held.id)
      if (now) latest.current.drag.move(now, scaled(by), toCanvas(camera.view, at), slack / camera.view.scale)
      return now
    }
    const end = () => {
      held = undefined
      setDragging(false)
    }
    const stop = watchGestures(element, camera, () => ({
      hit: (at, slack) => board.sight.scene.grid.at(toCanvas(camera.view, at), slack / camera.view.scale),
      mayDrag: latest.current.mayDrag,
      grabbing: latest.current.grabbing.current,
      onHover: hover,
      onPress: () => hover(undefined),
      onClick: (number) => latest.current.onChoose(bubble(number)),
      onDoubleClick: (number, at) => latest.current.onOpen(bubble(number), at),
      onMenu: (number, at, inWindow) => latest.current.onMenu(bubble(number), at, inWindow),
      onDragStart: (number) => {
        held = bubble(number)
        setDragging(true)
      },
      onDrag: (_, by, at, slack) => moveTo(by, at, slack),
      onDragEnd: (_, by, at, slack) => {
        const now = moveTo(by, at, slack)
        if (now) latest.current.drag.end(now)
        else latest.current.drag.cancel()
        end()
      },
      onDragCancel: () => {
        latest.current.drag.cancel()
        end()
      },
    }))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [surface, board, camera])
  return { hovered, dragging }
}
