import { isMessageKey, type MessageValues, t } from './i18n.ts'

/** What to say about a problem: the message `problem.{kind}` with the problem's other fields as its arguments. */
export function problemText(problem: { readonly kind: string }): string {
  const key = `problem.${problem.kind}`
  const values: MessageValues = { ...problem }
  return isMessageKey(key) ? t(key, values) : t('problem.unknown', { kind: problem.kind })
}
