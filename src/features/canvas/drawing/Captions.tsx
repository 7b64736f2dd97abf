import { Suspense, useRef } from 'react'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { Camera } from '../placing/camera.ts'
import { isRead } from '../placing/isRead.ts'
import type { Sight } from '../placing/sight.ts'
import type { Box, Point } from '../placing/viewport.ts'
import type { Board } from './board.ts'

const BubbleCaption = lazyPart(async () => (await import('./BubbleCaption.tsx')).BubbleCaption)

interface CaptionsProps {
  board: Board
  camera: Camera
  counter: boolean
  sight: Sight
  chosen: Bubble | undefined
  hovered: Bubble | undefined
  /** The pointer rests on it: its card tells about it, unless it has opened, which tells more. */
  lasting: boolean
  descriptionOf: (bubble: Bubble) => string
  /** Everything is counted, not only what a query lets through. */
  isWhole?: boolean
  /** What the lens names, in px of the screen. */
  lensed: readonly Box[]
  onMenu: (bubble: Bubble, at: Point) => void
  /** Null when no words are selected in the text. */
  onHighlight: ((bubble: Bubble) => void) | null
  onQuotes: (bubble: Bubble) => void
  /** Null for those who may only look. */
  onEdit: ((bubble: Bubble) => void) | null
}

/** The card of the chosen bubble, and that of a hovered one: its title where that is cut or not shown, then what there is to tell about it. */
export function Captions(props: CaptionsProps) {
  const { chosen, hovered, lasting, descriptionOf, onMenu, onHighlight, onQuotes, onEdit, ...rest } = props
  const tells = lasting && !rest.sight.opened
  const reading = hovered?.id !== chosen?.id && hovered && (tells || !isRead(rest.sight, hovered)) ? hovered : undefined
  // What a card tells stays while its bubble is chosen: on the way to its buttons the pointer leaves the bubble.
  const told = useRef<number>(undefined)
  if (tells && hovered?.id === chosen?.id) told.current = chosen?.id
  else if (told.current !== chosen?.id) told.current = undefined
  return (
    <Suspense>
      {reading && (
        <BubbleCaption
          key={`read ${reading.id}`}
          bubble={reading}
          words
          about={tells ? descriptionOf(reading) : undefined}
          {...rest}
        />
      )}
      {chosen && (
        <BubbleCaption
          key={chosen.id}
          bubble={chosen}
          words={!isRead(rest.sight, chosen)}
          about={told.current === chosen.id ? descriptionOf(chosen) : undefined}
          {...rest}
          actions={{
            onMenu: (at) => onMenu(chosen, at),
            onHighlight: onHighlight && (() => onHighlight(chosen)),
            onQuotes: () => onQuotes(chosen),
            onEdit: onEdit && (() => onEdit(chosen)),
          }}
        />
      )}
    </Suspense>
  )
}
