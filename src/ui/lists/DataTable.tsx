import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { SortHead } from '../grid/SortHead.tsx'
import { useGrid } from '../grid/useGrid.ts'
import { measureText } from '../measureText.ts'
import { MoreBeside } from './MoreBeside.tsx'

export interface DataColumn {
  key: string
  title: ReactNode
  /** Says more than the title; for the tooltip. */
  hint?: string | undefined
  /** In px, or as much as its title takes; the first column takes what is left. */
  width: number
  /** Stands at the end of its column. */
  isNumber?: boolean
}

export interface DataOrder {
  key: string
  descending: boolean
}

export interface DataTableProps {
  label: string
  columns: readonly DataColumn[]
  /** Of rows, any number up to some hundred thousand. */
  count: number
  /** Steady; undefined: by its place. */
  keyOf?: (index: number) => string | number
  /** A cell for each column; undefined while it is on its way. */
  row: (index: number) => readonly ReactNode[] | undefined
  /** Click, Enter or Space on a row. */
  onOpen?: (index: number) => void
  /** The row that is open. */
  opened?: number | null
  /** Where given, columns can be sorted by their heads. */
  order?: DataOrder | undefined
  onOrder?: (order: DataOrder) => void
  /** The first column stays in sight. */
  keepFirst?: boolean
}

const rowHeight = 36
const heads = [rowHeight]
/** Of more columns than these only those in sight are drawn. */
const mostDrawn = 40
/** Of a title: its font, what stands around its words, and how much of a long one is shown; px. */
const head = { font: 13, beside: 42, longest: 200 }

/** What a title takes in the language of the page is known here alone. */
const widthOf = ({ title, width }: DataColumn): number =>
  typeof title !== 'string'
    ? width
    : Math.max(width, Math.min(head.longest, Math.ceil(measureText(title) * head.font) + head.beside))

/**
 * A table of any size with one line to a row: Enter, Space or a click opens one. It fills its parent, which needs a height; only what is seen
 * is drawn, of wide tables also to the sides.
 */
export function DataTable(props: DataTableProps) {
  const { label, count, keyOf, row, onOpen, opened = null, order, onOrder, keepFirst } = props
  const columns = useMemo(() => props.columns.map((column) => ({ ...column, width: widthOf(column) })), [props.columns])
  const isWide = columns.length > mostDrawn
  const widths = useMemo(() => (isWide ? columns.map(({ width }) => width) : undefined), [columns, isWide])
  const sortBy = (key: string, isNumber = false) =>
    onOrder?.({ key, descending: order?.key === key ? !order.descending : isNumber })
  const grid = useGrid({
    label,
    rows: count,
    rowHeight,
    heads,
    columns: columns.length,
    ...(widths && { widths, fixed: 0 }),
    ...(keyOf && { keyOf }),
    readOnly: true,
    onEnter: ({ row: at, col }) => {
      const column = columns[col]
      if (at >= 0) onOpen?.(at)
      else if (column) sortBy(column.key, column.isNumber)
    },
    // Its words, whatever it is drawn of. The cell that is meant is always drawn.
    textAt: (spot) =>
      grid.element?.querySelector(`[data-row="${spot.row}"][data-col="${spot.col}"]`)?.textContent ?? '',
  })
  const { scroller } = grid
  const shown: readonly { col: number; style?: CSSProperties }[] = isWide
    ? grid.columns.map(({ col, start, width }) => ({ col, style: { position: 'absolute', left: start, width } }))
    : columns.map((_, col) => ({ col }))
  const template = isWide
    ? undefined
    : columns.map(({ width }, index) => (index === 0 ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ')
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  const sorted = (key: string) =>
    onOrder && (order?.key === key ? (order.descending ? 'descending' : 'ascending') : 'none')
  return (
    <div
      {...grid.props}
      className="ui-grid ui-table"
      data-keep-first={keepFirst || undefined}
      style={{ '--table-width': `${whole}px`, '--table-columns': template }}
    >
      <MoreBeside scroller={scroller} reach={whole} />
      <div role="rowgroup" className="ui-grid-all ui-table-rows" style={{ height: grid.all.height }}>
        <div {...grid.row(-1)} className="ui-table-row ui-table-heads">
          {shown.map(({ col, style }) => {
            const { key, title, hint, isNumber } = columns[col] as DataColumn
            const cell = grid.cell(-1, col, { sorted: sorted(key) })
            const shape = { className: 'ui-table-cell', 'data-number': isNumber || undefined, style }
            if (onOrder) return <SortHead key={key} cell={cell} title={title} hint={hint} {...shape} />
            return (
              <div key={key} {...cell} {...shape}>
                <span data-tooltip={hint}>{title}</span>
              </div>
            )
          })}
        </div>
        {grid.rows.map(({ row: index, key, top }) => {
          const cells = row(index)
          return (
            <div
              key={key}
              {...grid.row(index, onOpen ? index === opened : undefined)}
              className="ui-table-row"
              data-opens={onOpen ? '' : undefined}
              style={{ top }}
            >
              {shown.map(({ col, style }) => (
                <div
                  key={columns[col]?.key}
                  {...grid.cell(index, col)}
                  className="ui-table-cell"
                  data-number={columns[col]?.isNumber || undefined}
                  style={style}
                >
                  {cells ? cells[col] : '…'}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
