// pdf.js says nothing of its worker's half; it is only handed over.
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: object
}
