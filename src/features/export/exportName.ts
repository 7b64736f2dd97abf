import type { Translate } from '../../i18n/i18n.ts'
import type { ExportKind } from './exportKinds.ts'

/** What is written, where a sentence says it: the menu's line for the workbook is a sentence already (2 §2). */
export const exportName = (t: Translate, kind: ExportKind): string =>
  kind === 'xlsx' ? t('export.workbook') : t(`export.as.${kind}`)
