import { useMemo, useState } from 'react'
import { compareTitles } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { List } from '../../ui/lists/List.tsx'

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
  /** There is no room for a table: each row is a card. */
  isNarrow: boolean
}

/** Of a card in px, before it is measured. */
const cardHeight = 150

/** Any number of rows, in the order of any column. */
export function OperatorTable<Row>(props: OperatorTableProps<Row>) {
  const t = useT()
  const { label, columns, rows, keyOf, first, problem, onRetry, isNarrow } = props
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
  if (isNarrow)
    return (
      <div className="operator-cards">
        <Select
          label={t('source.orderBy')}
          options={columns.map(({ key, title }) => ({ value: key, label: title }))}
          value={order.key}
          onChange={(key) => setOrder({ key, descending: columns.some((each) => each.key === key && each.isNumber) })}
        />
        <div className="operator-cards-list">
          <List
            label={label}
            items={ordered}
            keyOf={keyOf}
            row={(row) => <Card columns={columns} row={row} />}
            rowHeight={cardHeight}
          />
        </div>
      </div>
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

/** A row by itself: what it is, then all that there is of it. */
function Card<Row>({ columns, row }: { columns: readonly OperatorColumn<Row>[]; row: Row }) {
  const [first, ...rest] = columns.map(({ title, of, shown = of }) => [title, shown(row)] as const)
  return (
    <div className="operator-card">
      <strong>{first?.[1]}</strong>
      <dl>
        {rest
          .filter(([, value]) => value !== '')
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTitles(String(a), String(b))
