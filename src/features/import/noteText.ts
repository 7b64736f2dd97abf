import type { ImportNote } from '../../data/files/importer.ts'
import type { Translate } from '../../i18n/i18n.ts'

export const noteText = (t: Translate, { kind, ...values }: ImportNote): string => t(`import.note.${kind}`, values)
