/** A page of a PDF as a grey image that is sharp enough to be read. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'

/** Per inch, as scanners for offices have it. */
const dots = 300
const pointsPerInch = 72
/** A page of A3. */
const mostPixels = 18_000_000
/** As wide or high as a canvas may be in any browser. */
const longestSide = 16_384

export interface PageImage {
  /** One byte a pixel, row by row; 255 is white. */
  grey: Uint8Array
  width: number
  height: number
  /** Pixels per point. */
  scale: number
}

type Context = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvasContext']> & {
  getImageData(left: number, top: number, width: number, height: number): { data: Uint8ClampedArray }
}

/** What pdf.js makes to paint on, whatever its host. */
interface Canvases {
  create(width: number, height: number): { canvas: object; context: Context }
  destroy(canvas: object): void
}

export async function pageImage(document: PDFDocumentProxy, number: number): Promise<PageImage> {
  const page = await document.getPage(number)
  const plain = page.getViewport({ scale: 1 })
  const scale = scaleOf(plain.width, plain.height)
  const viewport = page.getViewport({ scale })
  const [width, height] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))]
  const canvases = document.canvasFactory as Canvases
  const painted = canvases.create(width, height)
  try {
    // 0: without what was added in a reader.
    await page.render({ canvas: null, canvasContext: painted.context, viewport, background: '#fff', annotationMode: 0 })
      .promise
    const { data } = painted.context.getImageData(0, 0, width, height)
    return { grey: greyOf(data), width, height, scale }
  } finally {
    canvases.destroy(painted)
    page.cleanup()
  }
}

/** Pixels per point, for a page of so many points: a strip may be short in area and long all the same. */
const scaleOf = (width: number, height: number): number =>
  Math.min(dots / pointsPerInch, Math.sqrt(mostPixels / (width * height)), longestSide / Math.max(width, height))

function greyOf(pixels: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(pixels.length / 4)
  for (let from = 0, to = 0; to < grey.length; from += 4, to++)
    grey[to] = ((pixels[from] ?? 0) * 77 + (pixels[from + 1] ?? 0) * 150 + (pixels[from + 2] ?? 0) * 29) >> 8
  return grey
}

/** By a quarter, clockwise. */
export function turned({ grey, width, height, scale }: PageImage): PageImage {
  const other = new Uint8Array(grey.length)
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from++) other[x * height + (height - 1 - y)] = grey[from] ?? 0
  return { grey: other, width: height, height: width, scale }
}

/** As a file: portable grey map (PGM). */
export function fileOf({ grey, width, height }: PageImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + grey.length)
  file.set(head)
  file.set(grey, head.length)
  return file
}
