/** The exports as actions of the palette. */

import type { ActionId, Handlers } from '../../../actions/actions.ts'
import type { ExportKind } from '../../../features/export/exportKinds.ts'
import { exportName } from '../../../features/export/exportName.ts'
import type { Translate } from '../../../i18n/i18n.ts'

const actionOf = {
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

export function exportActions(t: Translate, onExport: (kind: ExportKind) => void): Handlers {
  const kinds = Object.entries(actionOf) as [ExportKind, ActionId][]
  return Object.fromEntries(
    kinds.map(([kind, act]) => {
      return [act, { run: () => onExport(kind), title: t('export.act', { what: exportName(t, kind) }) }]
    }),
  )
}
