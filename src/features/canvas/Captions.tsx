import { BubbleCaption } from './BubbleCaption.tsx'
import type { Board, Sight } from './board.ts'
import type { Camera } from './camera.ts'
import type { Bubble } from './scene.ts'
import type { Point } from './viewport.ts'

interface CaptionsProps {
  board: Board
  camera: Camera
  counter: boolean
  sight: Sight
  chosen: Bubble | undefined
  hovered: Bubble | undefined
  /** Null for those who may only look. */
  onMenu: ((bubble: Bubble, at: Point) => void) | null
  /** Null when no words are selected in the text. */
  onHighlight: ((bubble: Bubble) => void) | null
}

/** The whole title of the chosen bubble, and of a hovered one whose title is cut or not shown. */
export function Captions({ chosen, hovered, sight, onMenu, onHighlight, ...rest }: CaptionsProps) {
  const label = hovered && sight.labels.get(hovered.index)
  const reading = hovered !== chosen && (!label || label.cut) ? hovered : undefined
  return (
    <>
      {reading && <BubbleCaption key={`read ${reading.id}`} bubble={reading} {...rest} />}
      {chosen && (
        <BubbleCaption
          key={chosen.id}
          bubble={chosen}
          {...rest}
          actions={
            onMenu
              ? {
                  onMenu: (at) => onMenu(chosen, at),
                  onHighlight: onHighlight && (() => onHighlight(chosen)),
                }
              : undefined
          }
        />
      )}
    </>
  )
}
