import type { Translate } from '../../i18n/i18n.ts'
import type { ProjectCounts } from '../../model/projectRows.ts'

const order = [
  'sources',
  'questions',
  'quirks',
  'groups',
  'properties',
  'highlights',
  'memos',
] as const satisfies readonly (keyof ProjectCounts)[]

/** “12 sources”, “3 questions” …: what there is of what a person counts, without what there is none of. */
export const countTexts = (t: Translate, counts: Partial<ProjectCounts>): string[] =>
  order.flatMap((name) => {
    const n = counts[name] ?? 0
    return n === 0 ? [] : [t(`import.count.${name}`, { n })]
  })
