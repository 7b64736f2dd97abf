import { wordsOf } from '../../actions/actionFace.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { type ExportKind, exportActs, exportKinds } from './exportKinds.ts'

/** The menu's lines, under what they have in common: what the views show now bounds none of them. */
export const exportEntries = (t: Translate, run: (kind: ExportKind) => void): MenuEntry[] => [
  {
    heading: t('export.whole'),
    items: exportKinds.map((kind) =>
      kind === null ? 'line' : { ...wordsOf(t, exportActs[kind]), onSelect: () => run(kind) },
    ),
  },
]
