import type Konva from 'konva'
import { type RefObject, useCallback } from 'react'
// Without Konva's further shapes and filters: the two layers paint by themselves.
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import type { Camera } from '../placing/camera.ts'
import type { Size } from '../placing/viewport.ts'
import type { Board } from './board.ts'

export interface BoardLayers {
  rest: Konva.Layer | null
  live: Konva.Layer | null
}

interface BoardStageProps {
  board: Board
  camera: Camera
  size: Size
  layers: RefObject<BoardLayers>
}

/** Two layers, one painting shape each. Which bubble lies under a point is the scene's to know, so Konva keeps no hit canvas. */
export function BoardStage({ board, camera, size, layers }: BoardStageProps) {
  const paintRest = useCallback((context: Konva.Context) => through(camera, context, board.paintRest), [camera, board])
  const paintLive = useCallback((context: Konva.Context) => through(camera, context, board.paintLive), [camera, board])
  const keepRest = useCallback(
    (layer: Konva.Layer | null) => {
      layers.current.rest = layer
    },
    [layers],
  )
  const keepLive = useCallback(
    (layer: Konva.Layer | null) => {
      layers.current.live = layer
    },
    [layers],
  )
  return (
    <Stage width={size.width} height={size.height} listening={false}>
      <Layer ref={keepRest} listening={false}>
        <Shape sceneFunc={paintRest} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={keepLive} listening={false}>
        <Shape sceneFunc={paintLive} perfectDrawEnabled={false} />
      </Layer>
    </Stage>
  )
}

function through(camera: Camera, konva: Konva.Context, paint: (context: CanvasRenderingContext2D) => void): void {
  const context = konva._context
  const { scale, tX, tY } = camera.view
  context.save()
  context.translate(tX, tY)
  context.scale(scale, scale)
  paint(context)
  context.restore()
}
