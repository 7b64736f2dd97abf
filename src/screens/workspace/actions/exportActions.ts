/** The exports as actions of the palette. */

import { type ExportKind, exportActs, exportKinds } from '../../../features/export/exportKinds.ts'
import { exportName } from '../../../features/export/exportName.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { Handlers } from './doable.ts'

export const exportActions = (t: Translate, onExport: (kind: ExportKind) => void): Handlers =>
  Object.fromEntries(
    exportKinds
      .filter((kind) => kind !== null)
      .map((kind) => [
        exportActs[kind],
        { run: () => onExport(kind), title: t('export.act', { what: exportName(t, kind) }) },
      ]),
  )
