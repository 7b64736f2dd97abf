import { useT } from '../../i18n/useT.ts'
import type { QuirkField } from '../../model/rules/analysis/filters.ts'
import type { ReadFilterDraft } from '../../state/queryDraft.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { OverlapIcon } from '../../ui/icons.ts'
import { type FilterQuirks, fieldLabel, valueLabel } from './filterWords.ts'

export interface NoTwoQuirksProps {
  /** As `twoQuirks` finds them. */
  filters: readonly [ReadFilterDraft, ReadFilterDraft]
  quirks: FilterQuirks
  /** The second one is to be asked for in this way. */
  onInstead: (field: QuirkField) => void
}

const ways = [
  ['overlaps', 'query.insteadOverlaps'],
  ['sourceQuirk', 'query.insteadSource'],
] as const

/** In place of a result: no highlight is of two quirks; what is meant by that can be asked at once. */
export function NoTwoQuirks({ filters, quirks, onInstead }: NoTwoQuirksProps) {
  const t = useT()
  const [first, second] = filters.map(({ field, value }) => valueLabel(t, { field, value }, quirks))
  const titles = { a: first ?? '', b: second ?? '' }
  const alone = filters.filter((filter) => filter.alone)
  const [only] = alone
  return (
    <EmptyState
      icon={OverlapIcon}
      title={t('query.twoQuirks')}
      actions={
        <dl className="query-instead">
          {ways.map(([field, text]) => (
            <div key={field}>
              <dt>
                <Button onClick={() => onInstead(field)}>
                  {t('query.instead', { field: fieldLabel(t, field, []), title: titles.b })}
                </Button>
              </dt>
              <dd>{t(text, titles)}</dd>
            </div>
          ))}
        </dl>
      }
    >
      {t('query.twoQuirksText', titles)}{' '}
      {only === undefined
        ? t('query.nestedCount')
        : alone.length === 2
          ? t('query.nestedDoNot')
          : t('query.nestedPartly', { title: only === filters[0] ? titles.a : titles.b })}
    </EmptyState>
  )
}
