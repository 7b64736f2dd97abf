import { useMemo, useState } from 'react'
import { compareTitles } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import type { Problem } from '../../model/problems.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'

export interface OperatorColumn<Row> {
  key: string
  title: string
  width: number
  isNumber?: boolean
  /** By which its rows are put in order. */
  of: (row: Row) => string | number
  /** As it is read; left out: as it is. */
  shown?: (row: Row) => string
}

interface OperatorTableProps<Row> {
  label: string
  columns: readonly OperatorColumn<Row>[]
  /** null: on their way. */
  rows: readonly Row[] | null
  keyOf: (row: Row) => string
  /** The column by which they are in order at first, the largest first. */
  first: string
  problem: Problem | null
  onRetry: () => void
}

/** Any number of rows, in the order of any column. */
export function OperatorTable<Row>(props: OperatorTableProps<Row>) {
  const { label, columns, rows, keyOf, first, problem, onRetry } = props
  const [order, setOrder] = useState({ key: first, descending: true })
  const ordered = useMemo(() => {
    const by = columns.find(({ key }) => key === order.key)
    if (!rows || !by) return rows ?? []
    const sign = order.descending ? -1 : 1
    return rows.toSorted((a, b) => sign * compare(by.of(a), by.of(b)))
  }, [rows, columns, order])
  if (!rows)
    return problem ? (
      <ErrorState onRetry={onRetry}>{problemText(problem)}</ErrorState>
    ) : (
      <Skeleton lines={6} height="2rem" />
    )
  return (
    <DataTable
      label={label}
      columns={columns}
      count={ordered.length}
      keyOf={(index) => keyOf(ordered[index] as Row)}
      row={(index) => {
        const row = ordered[index]
        return row && columns.map(({ of, shown = of }) => shown(row))
      }}
      order={order}
      onOrder={setOrder}
      keepFirst
    />
  )
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTitles(String(a), String(b))
