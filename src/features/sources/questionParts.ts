import type { Translate } from '../../i18n/i18n.ts'
import type { QuestionCount } from '../../model/queries.ts'

/** What there is to a question in all sources, in words: what goes with it. */
export function questionParts(t: Translate, count: QuestionCount | undefined): string[] {
  const { answers = 0, highlights = 0, memos = 0 } = count ?? {}
  return [
    ...(answers > 0 ? [t('question.answers', { n: answers })] : []),
    ...(highlights > 0 ? [t('canvas.highlights', { n: highlights })] : []),
    ...(memos > 0 ? [t('question.memos', { n: memos })] : []),
  ]
}
