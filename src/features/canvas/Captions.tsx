import { BubbleCaption } from './BubbleCaption.tsx'
import type { Board } from './board.ts'
import type { Camera } from './camera.ts'
import type { Bubble } from './scene.ts'
import type { Sight } from './sight.ts'
import type { Point } from './viewport.ts'

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

/** The whole title of the chosen bubble, and of a hovered one whose title is cut or not shown. */
export function Captions({ chosen, hovered, sight, onMenu, onHighlight, keyOf, ...rest }: CaptionsProps) {
  const label = hovered && (sight.opened?.scene.byId.has(hovered.id) ? sight.opened : sight).labels.get(hovered.index)
  const reading = hovered !== chosen && (!label || label.cut) ? hovered : undefined
  return (
    <>
      {reading && <BubbleCaption key={`read ${reading.id}`} bubble={reading} shortcut={keyOf(reading)} {...rest} />}
      {chosen && (
        <BubbleCaption
          key={chosen.id}
          bubble={chosen}
          shortcut={keyOf(chosen)}
          {...rest}
          actions={{
            onMenu: (at) => onMenu(chosen, at),
            onHighlight: onHighlight && (() => onHighlight(chosen)),
          }}
        />
      )}
    </>
  )
}
