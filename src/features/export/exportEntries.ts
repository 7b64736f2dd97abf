import type { Translate } from '../../i18n/i18n.ts'
import type { MenuEntry } from '../../ui/menuEntry.ts'
import { type ExportKind, exportKinds } from './exportKinds.ts'

/** The menu's lines. */
export const exportEntries = (t: Translate, run: (kind: ExportKind) => void): MenuEntry[] =>
  exportKinds.map((kind) => (kind === null ? 'line' : { label: t(`export.as.${kind}`), onSelect: () => run(kind) }))
