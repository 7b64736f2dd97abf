import { actionOf } from '../../actions/actions.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { type ExportKind, exportActs } from './exportKinds.ts'

/** What is written, where a sentence says it: the menu's line for the workbook is a sentence already (2 §2). */
export const exportName = (t: Translate, kind: ExportKind): string =>
  t(kind === 'xlsx' ? 'export.workbook' : actionOf(exportActs[kind]).title)
