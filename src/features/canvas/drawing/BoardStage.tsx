import type { Context } from 'konva/lib/Context.js'
import { Layer } from 'konva/lib/Layer.js'
import { Shape } from 'konva/lib/Shape.js'
import { Stage } from 'konva/lib/Stage.js'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Camera } from '../placing/camera.ts'
import type { Size } from '../placing/viewport.ts'
import type { Board } from './board.ts'

export interface BoardLayers {
  rest: Layer | null
  live: Layer | null
}

interface BoardStageProps {
  board: Board
  camera: Camera
  size: Size
  layers: RefObject<BoardLayers>
}

/** Two layers, one painting shape each. Which bubble lies under a point is the scene's to know, so Konva keeps no hit canvas. */
export function BoardStage({ board, camera, size, layers }: BoardStageProps) {
  const place = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  useLayoutEffect(() => {
    if (!place.current) return
    const [rest, live] = [layerOf(camera, board.paintRest), layerOf(camera, board.paintLive)]
    const made = new Stage({ container: place.current, listening: false })
    made.add(rest, live)
    layers.current = { rest, live }
    setStage(made)
    return () => {
      layers.current = { rest: null, live: null }
      made.destroy()
    }
  }, [board, camera, layers])
  useLayoutEffect(() => {
    stage?.size(size)
  }, [stage, size])
  return <div ref={place} />
}

function layerOf(camera: Camera, paint: (context: CanvasRenderingContext2D) => void): Layer {
  const sceneFunc = (context: Context) => through(camera, context, paint)
  return new Layer({ listening: false }).add(new Shape({ sceneFunc, listening: false, perfectDrawEnabled: false }))
}

function through(camera: Camera, konva: Context, paint: (context: CanvasRenderingContext2D) => void): void {
  const context = konva._context
  const { scale, tX, tY } = camera.view
  // A Chromium that paints on the graphics card keeps what stood there where a canvas is cleared and nothing is painted after it.
  context.fillStyle = 'rgb(0 0 0 / 0.004)'
  context.fillRect(0, 0, 1, 1)
  context.save()
  context.translate(tX, tY)
  context.scale(scale, scale)
  paint(context)
  context.restore()
}
