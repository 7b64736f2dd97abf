/// <reference path="./pdfWorker.d.ts" />
/**
 * Opens a PDF with pdf.js for its text alone: in this thread, without scripts, forms of XFA, images, or anything from elsewhere.
 *
 * Both halves of pdf.js run here, as the import has a worker of its own and Node needs none. Its worker's half listens on that worker's
 * port too, for messages that are addressed to it; there are none.
 *
 * Of a damaged file pdf.js forgets promises that fail; Node would end the process for them.
 */
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist'

export interface Opened {
  document: PDFDocumentProxy
  close: () => Promise<void>
}

/** Or why it cannot be opened, in words. `bytes` are gone afterwards. `forPictures`: what painting its pages needs as well. */
export async function openPdf(bytes: Uint8Array, forPictures: object = {}): Promise<Opened | string> {
  // With it in place, pdf.js does not look for the address of a worker.
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const unlisten = hearForgotten()
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    BinaryDataFactory: Nothing,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
    ...forPictures,
  })
  try {
    return { document: await task.promise, close: () => end(task, unlisten) }
  } catch (error) {
    await end(task, unlisten)
    return faultOf(error)
  }
}

interface Rejections {
  on(event: 'unhandledRejection', hear: (reason: unknown) => void): void
  off(event: 'unhandledRejection', hear: (reason: unknown) => void): void
}

/** In Node: passes over what pdf.js says of a damaged file, and nothing else, until the result is called. */
function hearForgotten(): () => void {
  const { process } = globalThis as unknown as { process?: Rejections }
  const hear = (reason: unknown) => {
    const name = reason instanceof Error ? reason.name : ''
    if (/Exception$|^FormatError$|^JpxError$|^Jbig2Error$/.test(name)) return
    queueMicrotask(() => {
      throw reason
    })
  }
  process?.on?.('unhandledRejection', hear)
  return () => process?.off?.('unhandledRejection', hear)
}

async function end(task: PDFDocumentLoadingTask, unlisten: () => void): Promise<void> {
  await task.destroy()
  // Node tells of them when nothing else is left to do.
  await new Promise<void>((resolve) => setTimeout(resolve, 0))
  unlisten()
}

/** Where pdf.js would fetch fonts and character maps that a file only names. */
class Nothing {
  async fetch(): Promise<never> {
    throw new Error('nothing is fetched')
  }
}

function faultOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return name === 'PasswordException' ? 'it is password-protected' : 'the file is damaged or cut off'
}
