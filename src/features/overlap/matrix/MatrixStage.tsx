import type { Context } from 'konva/lib/Context.js'
import type { Layer as CellLayer } from 'konva/lib/Layer.js'
import 'konva/lib/shapes/Rect.js'
import { type RefObject, useCallback, useImperativeHandle, useRef, useState } from 'react'
// Without Konva's further shapes and filters.
import { Layer, Rect, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import type { Matrix } from '../../../model/canvas/matrix/matrixOf.ts'
import {
  type Cell,
  type Colours,
  type Pixels,
  paintMatrix,
  type Sight,
} from '../../../model/canvas/matrix/paintMatrix.ts'
import type { Size } from '../../../ui/useSize.ts'

export interface MatrixStageHandle {
  /** Paints this. */
  paint: (sight: Sight) => void
}

interface MatrixStageProps {
  size: Size
  matrix: Matrix
  colours: Colours
  /** The cell that is meant. */
  marked: Cell | null
  ref: RefObject<MatrixStageHandle | null>
}

/** What is painted next is put into the same canvas again. */
let scratch: HTMLCanvasElement | null = null

function imageOf({ bytes, width, height }: Pixels): CanvasImageSource {
  scratch ??= document.createElement('canvas')
  Object.assign(scratch, { width, height })
  scratch.getContext('2d')?.putImageData(new ImageData(bytes, width), 0, 0)
  return scratch
}

/** The cells in sight, one shape for all, and above them the frames of the one that is meant, which move without the cells being painted anew. */
export function MatrixStage({ size, matrix, colours, marked, ref }: MatrixStageProps) {
  const cells = useRef<CellLayer>(null)
  /** Konva paints on its own account too, in the midst of a commit: it is not to ask the page where it is scrolled to. */
  const now = useRef<Sight>(null)
  const [sight, setSight] = useState<Sight | null>(null)
  const paint = useCallback(
    ({ _context: context }: Context) => {
      if (now.current) paintMatrix(context, imageOf, matrix, now.current, colours)
    },
    [matrix, colours],
  )
  useImperativeHandle(
    ref,
    () => ({
      paint: (next) => {
        now.current = next
        cells.current?.draw()
        setSight(next)
      },
    }),
    [],
  )
  return (
    <Stage className="matrix-canvas" width={size.width} height={size.height} listening={false} aria-hidden>
      <Layer ref={cells} listening={false}>
        <Shape sceneFunc={paint} perfectDrawEnabled={false} />
      </Layer>
      <Layer listening={false}>{marked && sight && <Mark at={marked} sight={sight} colour={colours.ink} />}</Layer>
    </Stage>
  )
}

/** A frame around the cell that is meant; those of its row and column in a lighter one. */
function Mark({ at, sight, colour }: { at: Cell; sight: Sight; colour: string }) {
  const { left, top, width, height, cell } = sight
  const [x, y] = [at.column * cell - left, at.row * cell - top]
  const frame = { stroke: colour, strokeWidth: 1, perfectDrawEnabled: false }
  return (
    <>
      <Rect {...frame} opacity={0.35} x={-2} y={y - 1} width={width + 4} height={cell + 1} />
      <Rect {...frame} opacity={0.35} x={x - 1} y={-2} width={cell + 1} height={height + 4} />
      <Rect {...frame} strokeWidth={2} x={x - 1.5} y={y - 1.5} width={cell + 2} height={cell + 2} />
    </>
  )
}
