import { useMemo } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { PeriodUnit } from '../../model/rules/analysis/periods.ts'
import type { Period } from '../../model/rules/analysis/timelinePeriods.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { periodName } from './periodName.ts'
import type { Series } from './TimelineChart.tsx'

export interface TimelineTableProps {
  periods: readonly Period[]
  unit: PeriodUnit
  series: readonly Series[]
  opened: number | null
  onOpen: (period: Period) => void
}

/** The same as the bars, in numbers: the periods in which there is something, the last one first. */
export function TimelineTable({ periods, unit, series, opened, onOpen }: TimelineTableProps) {
  const t = useT()
  const rows = useMemo(() => periods.filter(({ total }) => total > 0).toReversed(), [periods])
  const columns = useMemo(
    () => [
      { key: 'period', title: t(`timeline.unit.${unit}`), width: 190 },
      { key: 'total', title: t('timeline.total'), width: 90, isNumber: true },
      ...series.map(({ key, title }) => ({ key: `of:${key}`, title, hint: title, width: 110, isNumber: true })),
    ],
    [series, unit, t],
  )
  const place = rows.findIndex(({ from }) => from === opened)
  return (
    <DataTable
      label={t('timeline.table')}
      columns={columns}
      count={rows.length}
      keyOf={(index) => rows[index]?.from ?? index}
      row={(index) => {
        const period = rows[index]
        return (
          period && [
            periodName(period, unit),
            formatNumber(period.total),
            ...period.counts.map((count) => (count === 0 ? '' : formatNumber(count))),
          ]
        )
      }}
      keepFirst
      opened={place < 0 ? null : place}
      onOpen={(index) => {
        const period = rows[index]
        if (period) onOpen(period)
      }}
    />
  )
}
