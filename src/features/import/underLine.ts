import type { Translate } from '../../i18n/i18n.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import type { ProjectImported } from '../../model/commands.ts'

/** Under which question the answers of a file are; its own words for it, too, where they are others. */
export function underLine(t: Translate, { asked, question, number }: NonNullable<ProjectImported['under']>): string {
  const title = questionTitle({ question }, number - 1)
  return asked === '' || asked === question
    ? t('import.under', { question: title })
    : t('import.underOther', { asked, question: title })
}
