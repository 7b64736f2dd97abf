import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchIcon } from '../../ui/icons.ts'
import { PassageList, type PassageListProps } from '../../ui/lists/PassageList.tsx'

export interface PassagesProps extends Omit<PassageListProps, 'total'> {
  /** Undefined until known. */
  total: number | undefined
}

/** What a query lets through, with its words and what is around them. */
export function Passages({ total, ...list }: PassagesProps) {
  const t = useT()
  if (total === undefined) return <Skeleton lines={6} height="4em" />
  if (total === 0)
    return (
      <EmptyState icon={SearchIcon} title={t('query.none')}>
        {t('query.noneText')}
      </EmptyState>
    )
  return <PassageList total={total} {...list} />
}
