/**
 * As what can a project be written? A new format is a line in `ExportOptions` and one in `formats`; its writer loads when it is wanted.
 */
import type { ExportedFile, ExportReport, ProjectReader } from '../../src/model/projectReader.ts'
import type { CodebookOptions } from './csv/writeCodebook.ts'
import type { MemosOptions } from './csv/writeMemos.ts'
import type { SourcesOptions } from './csv/writeSources.ts'
import type { DocxOptions } from './docx/docxOptions.ts'
import type { MatrixOptions } from './picture/matrixPicture.ts'
import type { DrawnOptions } from './picture/writeDrawn.ts'
import type { OnePictureOptions, PicturesOptions } from './picture/writePictureFiles.ts'
import type { ReportFileOptions, ReportOptions } from './report/reportOptions.ts'

/** What a format can be asked. Words of the interface that stand in a file are given by whoever asks, in the person's language. */
export interface ExportOptions {
  xlsx: Record<never, never>
  docx: DocxOptions
  /** One file a source, in an archive. */
  docxEach: DocxOptions
  codebookCsv: CodebookOptions
  memosCsv: MemosOptions
  sourcesCsv: SourcesOptions
  qdpx: Record<never, never>
  qdc: Record<never, never>
  /** The project itself. */
  json: Record<never, never>
  qrk: Record<never, never>
  /** The main canvas. */
  canvasPng: OnePictureOptions
  canvasSvg: OnePictureOptions
  /** Several pictures, in an archive. */
  pictures: PicturesOptions
  /** What the page has laid out. */
  drawnPng: DrawnOptions
  drawnSvg: DrawnOptions
  /** The overlaps of each two quirks. */
  matrixPng: MatrixOptions
  report: ReportFileOptions
  reportDocx: ReportOptions
}

export type ExportFormat = keyof ExportOptions

export type Writer<F extends ExportFormat> = (
  reader: ProjectReader,
  options: ExportOptions[F],
  report: ExportReport,
) => ExportedFile

interface Format<F extends ExportFormat> {
  /** `title`: the project's. `options`: for those whose name tells of them. */
  fileName(title: string, options?: ExportOptions[F]): string
  /** MIME type. */
  type: string
  writer(): Promise<Writer<F>>
}

const drawnName = (title: string, options?: DrawnOptions): string =>
  options ? `${title} ${options.picture.name}` : title

const csv = 'text/csv;charset=utf-8'

export const formats: { readonly [F in ExportFormat]: Format<F> } = {
  xlsx: {
    fileName: (title) => `${title}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    writer: async () => (await import('./xlsx/writeXlsx.ts')).writeXlsx,
  },
  docx: {
    // The name of 2 §9.
    fileName: () => 'Thicket-export.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    writer: async () => (await import('./docx/writeDocx.ts')).writeDocx,
  },
  docxEach: {
    fileName: (title) => `${title} documents.zip`,
    type: 'application/zip',
    writer: async () => (await import('./docx/writeDocxEach.ts')).writeDocxEach,
  },
  codebookCsv: {
    fileName: (title) => `${title} codebook.csv`,
    type: csv,
    writer: async () => (await import('./csv/writeCodebook.ts')).writeCodebook,
  },
  memosCsv: {
    fileName: (title) => `${title} memos.csv`,
    type: csv,
    writer: async () => (await import('./csv/writeMemos.ts')).writeMemos,
  },
  sourcesCsv: {
    fileName: (title) => `${title} sources.csv`,
    type: csv,
    writer: async () => (await import('./csv/writeSources.ts')).writeSources,
  },
  qdpx: {
    fileName: (title) => `${title}.qdpx`,
    type: 'application/zip',
    writer: async () => (await import('./refi/writeQdpx.ts')).writeQdpx,
  },
  qdc: {
    fileName: (title) => `${title}.qdc`,
    type: 'application/xml',
    writer: async () => (await import('./refi/writeQdc.ts')).writeQdc,
  },
  json: {
    fileName: (title) => `${title}.json`,
    type: 'application/json',
    writer: async () => (await import('./project/writeProject.ts')).writeJson,
  },
  qrk: {
    fileName: (title) => `${title}.qrk`,
    type: 'application/vnd.sqlite3',
    writer: async () => (await import('./project/writeProject.ts')).writeQrk,
  },
  canvasPng: {
    fileName: (title) => `${title} canvas.png`,
    type: 'image/png',
    writer: async () => (await import('./picture/writePictureFiles.ts')).writeCanvasPng,
  },
  canvasSvg: {
    fileName: (title) => `${title} canvas.svg`,
    type: 'image/svg+xml',
    writer: async () => (await import('./picture/writePictureFiles.ts')).writeCanvasSvg,
  },
  pictures: {
    // Who wants both kinds can tell them apart.
    fileName: (title, options) => `${title} pictures${options ? ` ${options.as.toUpperCase()}` : ''}.zip`,
    type: 'application/zip',
    writer: async () => (await import('./picture/writePictureFiles.ts')).writePictures,
  },
  drawnPng: {
    fileName: (title, options) => `${drawnName(title, options)}.png`,
    type: 'image/png',
    writer: async () => (await import('./picture/writeDrawn.ts')).writeDrawnPng,
  },
  drawnSvg: {
    fileName: (title, options) => `${drawnName(title, options)}.svg`,
    type: 'image/svg+xml',
    writer: async () => (await import('./picture/writeDrawn.ts')).writeDrawnSvg,
  },
  matrixPng: {
    fileName: (title) => `${title} matrix.png`,
    type: 'image/png',
    writer: async () => (await import('./picture/matrixPicture.ts')).writeMatrixPng,
  },
  report: {
    fileName: (title) => `${title} report.zip`,
    type: 'application/zip',
    writer: async () => (await import('./report/writeReport.ts')).writeReport,
  },
  reportDocx: {
    fileName: (title) => `${title} report.docx`,
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    writer: async () => (await import('./report/writeReportDocx.ts')).writeReportDocx,
  },
}
