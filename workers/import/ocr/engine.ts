/** Recognises the text of images with tesseract.js, which works in a worker of its own. */

import type { OcrLanguage } from '../../../src/model/ocrLanguages.ts'
import type { OcrHost } from './ocrHost.ts'

/** In pixels from the upper left corner; `y`: where the letters stand. */
export interface FoundLine {
  words: { text: string; left: number; right: number; confidence: number }[]
  y: number
  height: number
  /** 0 to 100. */
  confidence: number
}

export interface Engine {
  /** `image`: a file of any usual kind. */
  recognise(image: Uint8Array): Promise<FoundLine[]>
  end(): Promise<void>
}

/** Throws where the engine does not start, with its words. */
export async function openEngine(language: OcrLanguage, host: OcrHost): Promise<Engine> {
  const { default: tesseract } = await import('tesseract.js')
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  // What fails on the way to the language is told here alone.
  const errorHandler = (words: unknown) => failed.reject(new Error(String(words)))
  const { OEM } = tesseract
  const options = { ...host.engine(language), cacheMethod: 'none', gzip: true, errorHandler }
  const worker = await Promise.race([tesseract.createWorker(language, OEM.LSTM_ONLY, options), failed.promise])
  return {
    async recognise(image) {
      const { data } = await worker.recognize(image as Buffer, {}, { text: false, blocks: true })
      return (data.blocks ?? []).flatMap((block) =>
        block.paragraphs.flatMap(({ lines }) =>
          lines.map((line) => ({
            words: line.words.map(({ text, bbox, confidence }) => ({
              text,
              left: bbox.x0,
              right: bbox.x1,
              confidence,
            })),
            y: (line.baseline.y0 + line.baseline.y1) / 2,
            height: line.rowAttributes.rowHeight,
            confidence: line.confidence,
          })),
        ),
      )
    },
    async end() {
      await worker.terminate()
    },
  }
}
