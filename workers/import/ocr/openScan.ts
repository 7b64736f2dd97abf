/** Opens a PDF so that its pages can be painted, pictures and all. */
import { mostPicturePixels } from '../imagePixels.ts'
import { type Opened, openPdf } from '../pdf/openPdf.ts'
import type { OcrHost } from './ocrHost.ts'

/** Or why it cannot be opened, in words. `bytes` are gone afterwards. Pictures that say they have too many pixels are not painted. */
export const openScan = (bytes: Uint8Array, host: OcrHost): Promise<Opened | string> =>
  openPdf(bytes, {
    ...host.painting,
    BinaryDataFactory: filesOf(host),
    useWasm: true,
    maxImageSize: mostPicturePixels,
  })

/** pdf.js asks so for its own files. */
const filesOf = (host: OcrHost) =>
  class {
    fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind === 'wasmUrl') return host.pdfFile('wasm', filename)
      if (kind === 'standardFontDataUrl') return host.pdfFile('standard_fonts', filename)
      return Promise.reject(new Error('nothing is fetched'))
    }
  }
