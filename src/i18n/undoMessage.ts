import type { StepTitle } from '../model/history.ts'
import { isMessageKey, type Translate } from './i18n.ts'

/** What a step is called, in the person's language: Move quirk “Trust”. */
export function undoMessage(t: Translate, { key, about = [], count = 1 }: StepTitle): string {
  const title = isMessageKey(key) ? t(key, { n: count }) : t('undo.compound')
  const [subject, into] = about
  if (subject === undefined) return title
  return into === undefined ? t('project.step', { title, subject }) : t('project.stepInto', { title, subject, into })
}
