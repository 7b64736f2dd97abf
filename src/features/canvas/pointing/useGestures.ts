import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Bubble, branchOf, isFolder } from '../../../model/canvas/scene.ts'
import { hoverDelay, pointDelay } from '../../../model/limits.ts'
import { brush } from '../../../state/brush.ts'
import type { Board } from '../drawing/board.ts'
import type { Camera } from '../placing/camera.ts'
import type { Expansion } from '../placing/expansion.ts'
import { type Point, toCanvas } from '../placing/viewport.ts'
import { watchGestures } from './gestures.ts'
import type { Drag } from './useDrag.ts'

interface Gestures {
  surface: RefObject<HTMLElement | null>
  board: Board
  camera: Camera
  drag: Drag
  expansion: Expansion
  grabbing: RefObject<boolean>
  mayDrag: boolean
  onChoose: (bubble: Bubble | undefined) => void
  /** Double-click or double-tap, `at` in px of the surface. */
  onOpen: (bubble: Bubble | undefined, at: Point) => void
  onMenu: (bubble: Bubble | undefined, at: Point, inWindow: Point) => void
}

export interface Hovered {
  readonly id: number
  readonly lasting: boolean
}

/**
 * Ties the gestures to the board. Answers on which bubble the pointer has rested for a moment (then a title that is cut or missing is
 * shown, and the bubble opens), for how long (`lasting`: its card tells about it), and whether one is being dragged.
 */
export function useGestures(gestures: Gestures): { hovered: Hovered | null; dragging: boolean } {
  const latest = useRef(gestures)
  latest.current = gestures
  const { surface, board, camera, expansion } = gestures
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const [dragging, setDragging] = useState(false)

  useEffect(() => {
    const element = surface.current
    if (!element) return
    let held: Bubble | undefined
    let over: number | undefined
    let timers: ReturnType<typeof setTimeout>[] = []
    const bubble = (id: number | undefined) => (id === undefined ? undefined : board.find(id))
    const under = (at: Point, slack: number) => board.under(toCanvas(camera.view, at), slack / camera.view.scale)
    /** What a folded quirk stands for. */
    const meantBy = (id: number): number[] => {
      const { scene } = board.sight
      const found = bubble(id)
      return found && isFolder(scene, found) ? branchOf(scene, id).map((inside) => inside.id) : [id]
    }
    const scaled = ({ x, y }: Point): Point => ({ x: x / camera.view.scale, y: y / camera.view.scale })
    const hover = (id: number | undefined) => {
      if (id === over) return
      over = id
      brush('canvas', id === undefined ? [] : meantBy(id))
      element.toggleAttribute('data-over', id !== undefined)
      timers.forEach(clearTimeout)
      timers = []
      setHovered(null)
      board.point(null)
      if (id === undefined) return
      timers = [
        setTimeout(() => board.point(id), pointDelay.ring),
        setTimeout(() => setHovered({ id, lasting: false }), hoverDelay.first),
        setTimeout(() => setHovered({ id, lasting: true }), pointDelay.card),
      ]
    }
    const moveTo = (by: Point, at: Point, slack: number) => {
      // Others may have moved or removed it meanwhile.
      const now = held && board.find(held.id)
      if (now) latest.current.drag.move(now, scaled(by), toCanvas(camera.view, at), slack / camera.view.scale)
      return now
    }
    const end = () => {
      held = undefined
      setDragging(false)
    }
    const restOn = (id: number | undefined, at: Point | undefined) =>
      expansion.rest(id ?? (at && under(at, 0).bubble?.id) ?? null)
    const stop = watchGestures(element, camera, () => ({
      hit: (at, slack) => {
        const { bubble: found, tray } = under(at, slack)
        return tray ? undefined : found?.id
      },
      mayDrag: latest.current.mayDrag,
      grabbing: latest.current.grabbing.current,
      onHover: (id, at) => {
        hover(id)
        restOn(id, at)
      },
      onPress: () => {
        hover(undefined)
        expansion.stop()
      },
      onClick: (id, at, byTouch) => {
        latest.current.onChoose(bubble(id))
        // What a pointer sees by resting on it, a finger sees by tapping it.
        if (byTouch) restOn(id, at)
      },
      onDoubleClick: (id, at) => {
        if (id !== undefined || !under(at, 0).tray) latest.current.onOpen(bubble(id), at)
      },
      onMenu: (id, at, inWindow) => latest.current.onMenu(bubble(id), at, inWindow),
      onDragStart: (id) => {
        held = bubble(id)
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
      timers.forEach(clearTimeout)
      board.point(null)
      brush('canvas', [])
      stop()
    }
  }, [surface, board, camera, expansion])
  return { hovered, dragging }
}
