import { useWindows } from '../../data/live/useWindows.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { PeriodUnit } from '../../model/rules/analysis/periods.ts'
import type { Period } from '../../model/rules/analysis/timelinePeriods.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { PassagePanel } from '../../ui/lists/PassagePanel.tsx'
import { momentIn, periodName } from './periodName.ts'

export interface PeriodPassagesProps {
  period: Period
  unit: PeriodUnit
  quirkIds: readonly number[] | null
  quirkOf: (quirkId: number) => { quirk: string; colour: string | undefined }
  onClose: () => void
  onPassage: ViewProps['onPassage']
}

/** The highlights that were made in a period, the earliest first; each leads to its text. */
export function PeriodQuotes({ period, unit, quirkIds, quirkOf, onClose, onPassage }: PeriodPassagesProps) {
  const t = useT()
  const { from, to } = period
  const found = useWindows('quotes', {
    quirkIds,
    filters: [
      { field: 'highlightDate', operator: '>=', value: from, clause: 'And' },
      { field: 'highlightDate', operator: '<', value: to, clause: 'And' },
    ],
    order: 'date',
    descending: false,
  })
  const { total } = found
  return (
    <PassagePanel
      title={periodName(period, unit)}
      onClose={onClose}
      said={total === undefined ? '' : t('timeline.highlightsOf', { n: total, count: formatNumber(total) })}
      total={total}
      problem={found.problem && problemText(found.problem)}
      at={(index) => {
        const row = found.at(index)
        return row && { ...row, ...quirkOf(row.quirkId), note: momentIn(row.timestamp, unit) }
      }}
      onOpen={(index) => {
        const row = found.at(index)
        if (row) onPassage(row, row.id)
      }}
      listKey={`${from} ${to}`}
    />
  )
}

/** The same with memos. */
export function PeriodMemos({
  period,
  unit,
  onClose,
  onPassage,
}: Pick<PeriodPassagesProps, 'period' | 'unit' | 'onClose' | 'onPassage'>) {
  const t = useT()
  const { from, to } = period
  const found = useWindows('memosMade', { from, to })
  const { total } = found
  return (
    <PassagePanel
      title={periodName(period, unit)}
      onClose={onClose}
      said={total === undefined ? '' : t('timeline.memosOf', { n: total, count: formatNumber(total) })}
      total={total}
      problem={found.problem && problemText(found.problem)}
      at={(index) => {
        const row = found.at(index)
        return (
          row && { source: row.source, quote: row.content, author: row.author, note: momentIn(row.timestamp, unit) }
        )
      }}
      onOpen={(index) => {
        const row = found.at(index)
        if (row) onPassage(row)
      }}
      listKey={`${from} ${to}`}
    />
  )
}
