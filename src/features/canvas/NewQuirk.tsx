import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Passage } from '../../state/passage.ts'
import { origin } from '../../ui/useArrival.ts'
import type { Board } from './drawing/board.ts'
import { captionPlace } from './drawing/captionPlace.ts'
import { budRadius } from './drawing/painter.ts'
import type { Camera } from './placing/camera.ts'
import { occupied } from './placing/occupied.ts'
import type { Sight } from './placing/sight.ts'
import { type Point, toScreen } from './placing/viewport.ts'

/** Where a quirk stands that is to be named: with this part, since parts are fetched ahead, and it is made without a network too. */
export { newPlace } from '../../model/canvas/newPlace.ts'

/** Of a quirk that is being named. */
export interface NamedPlace {
  /** Where it is stored. */
  readonly place: Point
  /** Where it is drawn until then. */
  readonly at: Point
  /** What it is made for. */
  readonly passage?: Passage | undefined
}

interface FieldsAsked {
  place: Point
  passage?: Passage | undefined
  onColour: (hex: string) => void
  /** With the quirk's id when it was made, null when it was left. */
  onClose: (quirkId: number | null) => void
}

export interface NewQuirkProps {
  board: Board
  camera: Camera
  /** What the fields should not cover. */
  sight: Sight
  named: NamedPlace
  fields: (asked: FieldsAsked) => ReactNode
  onClose: (quirkId: number | null) => void
}

/** A new quirk where it will stand, with the fields beside it in which it is named. */
export function NewQuirk({ board, camera, sight, named, fields, onClose }: NewQuirkProps) {
  const card = useRef<HTMLDivElement>(null)
  const colour = useRef<string>(null)
  const before = useRef(origin())
  const { at, place, passage } = named
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return
    const put = () => {
      const { view, size } = camera
      const box = { width: element.offsetWidth, height: element.offsetHeight }
      const disc = { ...toScreen(view, at), r: budRadius * view.scale + 4 }
      const { x, y } = captionPlace(disc, box, occupied(sight, { ...at, r: budRadius }, false, view, box), size)
      element.style.transform = `translate(${x}px, ${y}px)`
    }
    put()
    // The fields come later, and may become more.
    const watch = new ResizeObserver(put)
    watch.observe(element)
    const stop = camera.onChange(put)
    return () => {
      watch.disconnect()
      stop()
    }
  }, [camera, sight, at])
  useEffect(() => {
    if (colour.current) board.bud({ ...at, colour: colour.current })
  }, [board, at])
  const onColour = useCallback(
    (hex: string) => {
      colour.current = hex
      board.bud({ ...at, colour: hex })
    },
    [board, at],
  )
  const close = (made: number | null) => {
    board.bud(made === null || !colour.current ? null : { ...at, colour: colour.current, id: made })
    const back = before.current
    const hadFocus = card.current?.contains(document.activeElement)
    onClose(made)
    if (made === null && hadFocus && back instanceof HTMLElement && back.isConnected)
      back.focus({ preventScroll: true })
  }
  return (
    <div ref={card} className="canvas-naming">
      {fields({ place, passage, onColour, onClose: close })}
    </div>
  )
}
