import type { StepTitle } from '../model/history.ts'
import { isMessageKey, type Translate } from './i18n.ts'

/**
 * What a step is called, in the person's language: Move quirk “Trust”. Each language says by `{about}` where the titles stand in its
 * sentence: German and others have a verb after them.
 */
export function undoMessage(t: Translate, { key, about = [], count = 1 }: StepTitle): string {
  const known = isMessageKey(key) ? key : 'undo.compound'
  const [subject, second] = about
  // Of all other steps a second title says more of the first one.
  const isInto = known === 'undo.mergeQuirks'
  const titles = subject === undefined ? '' : quoted(t, subject, isInto ? second : undefined)
  const title = t(known, { n: count, about: titles })
  return second === undefined || isInto ? title : `${title} (${second})`
}

/** Begins with what parts it from the word before it. */
const quoted = (t: Translate, subject: string, into: string | undefined): string =>
  into === undefined ? t('project.step', { subject }) : t('project.stepInto', { subject, into })
