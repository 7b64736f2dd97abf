import type { ActionId } from '../../actions/actions.ts'
import type { ExportFormat } from '../../data/files/exporter.ts'

/** As what a project can be exported, in the menu's order; null: a line between. */
export const exportKinds = [
  'xlsx',
  'docx',
  'docxEach',
  null,
  'sourcesCsv',
  'codebookCsv',
  'memosCsv',
  null,
  'qdpx',
  'qdc',
  null,
  'json',
  'qrk',
] as const satisfies readonly (ExportFormat | null)[]

export type ExportKind = NonNullable<(typeof exportKinds)[number]>

/** The actions that export. */
export const exportActs = {
  xlsx: 'exportXlsx',
  docx: 'exportDocx',
  docxEach: 'exportDocxEach',
  sourcesCsv: 'exportSourcesCsv',
  codebookCsv: 'exportCodebookCsv',
  memosCsv: 'exportMemosCsv',
  qdpx: 'exportQdpx',
  qdc: 'exportQdc',
  json: 'exportJson',
  qrk: 'exportQrk',
} as const satisfies Record<ExportKind, ActionId>
