/** OCR in Node: engine, languages and pdf.js's files from the packages. pdf.js finds the canvas of its own optional package. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OcrHost } from '../../workers/import/ocr/ocrHost.ts'

const { resolve } = createRequire(import.meta.url)

export const ocrHost: OcrHost = {
  engine: (language) => ({
    langPath: dirname(resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)),
  }),
  pdfFile: async (folder, name) =>
    new Uint8Array(await readFile(join(dirname(resolve('pdfjs-dist/package.json')), folder, name))),
  painting: {},
}
