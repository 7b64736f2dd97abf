import type { ExportOptions } from '../../data/files/exporter.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { exportWords } from '../../model/exportWords.ts'
import type { ExportKind } from './exportKinds.ts'

/** What the formats of the menu are asked. */
export function exportOptions(t: Translate): Pick<ExportOptions, ExportKind> {
  const { documents, codebook, memos, sources } = exportWords(t)
  return {
    xlsx: {},
    docx: documents,
    docxEach: documents,
    codebookCsv: codebook,
    memosCsv: memos,
    sourcesCsv: sources,
    qdpx: {},
    qdc: {},
    json: {},
    qrk: {},
  }
}
