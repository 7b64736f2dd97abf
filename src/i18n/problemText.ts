import { isMessageKey, type MessageValues, t } from './i18n.ts'

/** What projects are here: who may only read a file asks nobody for the right to write it. */
let projects: 'files' | 'shared' = 'shared'
export const sayProjectsAre = (these: typeof projects): void => {
  projects = these
}

/** What to say about a problem: the message `problem.{kind}` with the problem's other fields as its arguments. */
export function problemText(problem: { readonly kind: string }): string {
  const key = `problem.${problem.kind}`
  return isMessageKey(key) ? t(key, valuesOf(problem)) : t('problem.unknown', { kind: problem.kind })
}

/** Where `problemText` has the words of the specification and no others: what is to be known besides, for an element of its own; '' where there is nothing. */
export function problemNote(problem: { readonly kind: string }): string {
  const key = `problemNote.${problem.kind}`
  return isMessageKey(key) ? t(key, valuesOf(problem)) : ''
}

const valuesOf = (problem: { readonly kind: string }): MessageValues => ({ projects, ...problem })
