/**
 * A picture as PNG, painted in the browser's worker. The worker has none of the page's fonts: it is told where they lie.
 * Where there is no canvas to paint on (Node), `painter` is null.
 */
import { baseline } from '../../../src/model/canvas/baseline.ts'
import type { MatrixContext, Pixels } from '../../../src/model/canvas/matrix/paintMatrix.ts'
import type { BandContext } from './pngInBands.ts'
import { type Picture, type PictureFont, type Shape, titleWeight } from './shapes.ts'

/** A font of the page, as its stylesheet names it. */
export interface FontSource {
  readonly family: string
  /** An address. */
  readonly source: string
  readonly weight: string
  readonly unicodeRange: string
}

export interface Painter {
  /** Of a title, in ems. */
  measure(text: string): number
  png(picture: Picture): Promise<Uint8Array<ArrayBuffer>>
  /** For whoever paints by themselves: a canvas, and pixels as a canvas. */
  open(width: number, height: number): Context
  imageOf(pixels: Pixels): Canvas
}

/** What is used of a browser's canvas; the names are its own. */
export interface Context extends MatrixContext<Canvas>, BandContext {
  strokeStyle: string
  lineWidth: number
  lineJoin: string
  closePath(): void
  rotate(angle: number): void
  scale(x: number, y: number): void
  beginPath(): void
  arc(x: number, y: number, r: number, from: number, to: number): void
  roundRect(x: number, y: number, width: number, height: number, radius: number): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  fill(): void
  stroke(): void
  measureText(text: string): { width: number }
  putImageData(image: unknown, x: number, y: number): void
}
export interface Canvas {
  getContext(kind: '2d', options?: { alpha: boolean }): Context | null
  convertToBlob(options: { type: string }): Promise<Blob>
}
interface Face {
  load(): Promise<unknown>
}
interface BrowserWorker {
  OffscreenCanvas?: new (width: number, height: number) => Canvas
  ImageData?: new (bytes: Uint8ClampedArray, width: number) => unknown
  FontFace?: new (family: string, source: string, descriptors: { weight: string; unicodeRange: string }) => Face
  fonts?: { add(face: Face): void; load(font: string, text: string): Promise<unknown> }
}

export const interfaceFont: PictureFont = { family: "'Inter Variable', system-ui, sans-serif", weight: titleWeight }
const sample = 100

/** `texts`: all that will be painted; only the alphabets of these are fetched. */
export async function openPainter(
  fonts: readonly FontSource[],
  texts: string,
  { family, weight }: PictureFont = interfaceFont,
): Promise<Painter | null> {
  const { OffscreenCanvas, ImageData, FontFace, fonts: held } = globalThis as BrowserWorker
  if (!OffscreenCanvas || !ImageData) return null
  if (FontFace && held) {
    for (const { family, source, weight, unicodeRange } of fonts)
      held.add(new FontFace(family, source, { weight, unicodeRange }))
    // Without them the system's font stands in.
    await held.load(`${weight} ${sample}px ${family}`, texts).catch(() => {})
  }
  const context = (canvas: Canvas): Context => {
    const found = canvas.getContext('2d', { alpha: false })
    if (!found) throw new Error('this browser draws no canvas')
    return found
  }
  const ruler = context(new OffscreenCanvas(1, 1))
  ruler.font = `${weight} ${sample}px ${family}`
  const widths = new Map<string, number>()
  return {
    measure: (text) => {
      const width = widths.get(text) ?? ruler.measureText(text).width / sample
      widths.set(text, width)
      return width
    },
    open: (width, height) => context(new OffscreenCanvas(width, height)),
    imageOf: ({ bytes, width, height }) => {
      const canvas = new OffscreenCanvas(width, height)
      context(canvas).putImageData(new ImageData(bytes, width), 0, 0)
      return canvas
    },
    png: async ({ width, height, scale, background, shapes }) => {
      const canvas = new OffscreenCanvas(width, height)
      const on = context(canvas)
      on.fillStyle = background
      on.fillRect(0, 0, width, height)
      on.scale(scale, scale)
      for (const shape of shapes) paint(on, shape, family)
      return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
    },
  }
}

function paint(on: Context, shape: Shape, family: string): void {
  switch (shape.kind) {
    case 'disc':
      on.fillStyle = shape.fill
      on.beginPath()
      on.arc(shape.x, shape.y, shape.r, 0, Math.PI * 2)
      on.fill()
      break
    case 'line':
      on.strokeStyle = shape.colour
      on.lineWidth = shape.width
      on.beginPath()
      on.moveTo(shape.from.x, shape.from.y)
      on.lineTo(shape.to.x, shape.to.y)
      on.stroke()
      break
    case 'area':
      on.fillStyle = shape.fill
      on.beginPath()
      for (const outline of shape.outlines) {
        outline.forEach(({ x, y }, at) => {
          if (at === 0) on.moveTo(x, y)
          else on.lineTo(x, y)
        })
        on.closePath()
      }
      on.fill()
      if (shape.around === 0) break
      on.strokeStyle = shape.fill
      on.lineWidth = 2 * shape.around
      on.lineJoin = 'round'
      on.stroke()
      break
    case 'box':
      on.fillStyle = shape.fill
      on.beginPath()
      on.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius)
      on.fill()
      if (!shape.rim) break
      on.strokeStyle = shape.rim
      on.lineWidth = 1
      on.stroke()
      break
    case 'text':
      on.fillStyle = shape.fill
      on.font = `${shape.weight} ${shape.size}px ${family}`
      on.textAlign = shape.anchor === 'middle' ? 'center' : 'left'
      on.fillText(shape.text, shape.x, shape.y + shape.size * baseline)
  }
}
