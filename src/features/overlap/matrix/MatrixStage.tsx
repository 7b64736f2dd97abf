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
  /** Paints what has come into sight. */
  paint: () => void
}

interface MatrixStageProps {
  size: Size
  /** What is in sight now. */
  sightOf: () => Sight | null
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
export function MatrixStage({ size, sightOf, matrix, colours, marked, ref }: MatrixStageProps) {
  const cells = useRef<CellLayer>(null)
  const [sight, setSight] = useState<Sight | null>(sightOf)
  const paint = useCallback(
    ({ _context: context }: Context) => {
      const now = sightOf()
      if (now) paintMatrix(context, imageOf, matrix, now, colours)
    },
    [sightOf, matrix, colours],
  )
  useImperativeHandle(
    ref,
    () => ({
      paint: () => {
        cells.current?.draw()
        setSight(sightOf())
      },
    }),
    [sightOf],
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
