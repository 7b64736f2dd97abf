import { Suspense } from 'react'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { Camera } from '../placing/camera.ts'
import type { Sight } from '../placing/sight.ts'
import type { Point } from '../placing/viewport.ts'
import type { Board } from './board.ts'

const BubbleCaption = lazyPart(async () => (await import('./BubbleCaption.tsx')).BubbleCaption)

interface CaptionsProps {
  board: Board
  camera: Camera
  counter: boolean
  sight: Sight
  chosen: Bubble | undefined
  hovered: Bubble | undefined
  onMenu: (bubble: Bubble, at: Point) => void
  /** Null when no words are selected in the text. */
  onHighlight: ((bubble: Bubble) => void) | null
  /** The quirk's shortcut key. */
  keyOf: (bubble: Bubble) => string | undefined
}

/** The card of the chosen bubble, and that of a hovered one whose title is cut or not shown. */
export function Captions({ chosen, hovered, onMenu, onHighlight, keyOf, ...rest }: CaptionsProps) {
  const reading = hovered !== chosen && hovered && !isRead(rest.sight, hovered) ? hovered : undefined
  return (
    <Suspense>
      {reading && (
        <BubbleCaption key={`read ${reading.id}`} bubble={reading} words shortcut={keyOf(reading)} {...rest} />
      )}
      {chosen && (
        <BubbleCaption
          key={chosen.id}
          bubble={chosen}
          words={!isRead(rest.sight, chosen)}
          shortcut={keyOf(chosen)}
          {...rest}
          actions={{
            onMenu: (at) => onMenu(chosen, at),
            onHighlight: onHighlight && (() => onHighlight(chosen)),
          }}
        />
      )}
    </Suspense>
  )
}

/** Whether its whole title stands on the canvas. */
export function isRead({ opened, labels }: Sight, { id, index }: Bubble): boolean {
  const label = (opened?.scene.byId.has(id) ? opened.labels : labels).get(index)
  return label !== undefined && !label.cut
}
