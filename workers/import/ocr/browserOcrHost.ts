/** OCR in a browser's worker: engine, languages and pdf.js's files lie beside the built code, and are fetched when they are wanted. */
import type { OcrHost } from './ocrHost.ts'

const beside = (path: string): string => new URL(`./ocr/${path}`, import.meta.url).href

/** pdf.js knows the page's canvas alone. */
class OffscreenCanvases {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number): void {
    Object.assign(canvas, { width, height })
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }): void {
    Object.assign(canvas, { width: 0, height: 0 })
  }
}

/** Filters need a document; without them soft masks of luminosity are not applied, which scans do not have. */
class NoFilters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addKnockoutFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  destroy = () => {}
}

export const browserHost: OcrHost = {
  engine: () => ({
    workerPath: beside('worker.min.js'),
    corePath: beside('tesseract-core-simd-lstm.js'),
    langPath: beside('languages'),
    // The page's policy starts no worker from a blob.
    workerBlobURL: false,
  }),
  async pdfFile(folder, name) {
    const response = await fetch(beside(`${folder}/${encodeURIComponent(name)}`))
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
  painting: { CanvasFactory: OffscreenCanvases, FilterFactory: NoFilters },
}
