import type { OcrLanguage } from '../../../src/model/ocrLanguages.ts'

/** Where a browser's worker and Node differ for OCR. Everything lies beside the program: nothing is fetched from elsewhere. */
export interface OcrHost {
  /** Of tesseract.js. Addresses or paths: its worker, its WebAssembly (each where it does not find them itself), and the folder of a language. */
  engine(language: OcrLanguage): { workerPath?: string; corePath?: string; langPath: string; workerBlobURL?: boolean }
  /** A file of pdf.js: a decoder of images, or a font that PDFs only name. */
  pdfFile(folder: 'wasm' | 'standard_fonts', name: string): Promise<Uint8Array>
  /** What pdf.js paints on, where it does not find it itself. */
  painting: { CanvasFactory?: object; FilterFactory?: object }
}
