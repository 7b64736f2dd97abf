import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { formatNumber, formatShare } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { withoutMiddle } from '../../model/canvas/fitTitle.ts'
import { cssColour } from '../../model/palette.ts'
import type { Crosstab } from '../../model/queries.ts'
import type { CrosstabColumn, CrosstabOrder, CrosstabRow } from '../../model/rules/analysis/crosstabTable.ts'
import { type CountPlace, cellAt, weightAt } from '../../model/rules/analysis/shares.ts'
import { Dot } from '../../ui/Dot.tsx'
import { GridEdge } from '../../ui/grid/GridEdge.tsx'
import type { Spot } from '../../ui/grid/gridMoves.ts'
import { useGrid } from '../../ui/grid/useGrid.ts'
import { DownIcon, UpIcon } from '../../ui/icons.ts'
import { MoreBeside } from '../../ui/lists/MoreBeside.tsx'
import { measureText } from '../../ui/measureText.ts'
import { useSize } from '../../ui/useSize.ts'

export interface CrosstabGridProps {
  label: string
  table: Crosstab
  /** In their order. */
  rows: readonly CrosstabRow[]
  columns: readonly CrosstabColumn[]
  order: CrosstabOrder
  onOrder: (order: CrosstabOrder) => void
  /** The passages of a cell; of a total those of all its quirks or values. */
  onOpen: (row: CrosstabRow | null, column: CrosstabColumn) => void
}

const rowHeight = 36
/** The names of the columns, and the totals. */
const heads = [44, rowHeight]
const names = -2
const totals = -1
/** Of columns, in px: as in `crosstab.css`, with a little more than the letters need. */
const [headFont, cellFont, padding, mark, narrowest, widest] = [14, 15.5, 10, 18, 48, 128]
/** Titles have two lines, which end before they are full. */
const [titleFont, besideTitle] = [15, 44]

/** Quirks by values: Enter or a click on a name of a column sorts, on a cell shows its passages. */
export function CrosstabGrid(props: CrosstabGridProps) {
  const { label, table, rows, columns, order, onOrder, onOpen } = props
  const t = useT()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const room = useSize(frame)?.width ?? 0
  const widths = useMemo(() => {
    const values = columns.map((column) => columnWidth(table, column, order.by === column.valueId))
    const needed = values.reduce((sum, width) => sum + width, 0)
    // The titles get what the columns leave, within bounds. On a phone they leave room for some columns.
    return [Math.max(room < 560 ? 128 : 220, Math.min(360, room - needed)), ...values]
  }, [columns, table, order.by, room])
  const grid = useGrid({
    label,
    rows: rows.length,
    rowHeight,
    heads,
    columns: columns.length + 1,
    widths,
    columnKey: useCallback((col: number) => columns[col - 1]?.valueId ?? (col === 0 ? 'title' : 'total'), [columns]),
    start: { row: 0, col: 1 },
    ranges: true,
    readOnly: true,
    onEnter: ({ row, col }) => {
      const of = columns[col - 1]
      if (row === names) sortBy(col)
      else if (of) onOpen(rows[row] ?? null, of)
    },
    textAt: (spot) => wordsAt(spot),
  })
  const { scroller, element } = grid
  useLayoutEffect(() => setFrame(element), [element])
  const [titleWidth = 0] = grid.widths
  const highest = useMemo(() => highestOf(table), [table])

  const keyOf = (column: number): CrosstabOrder['by'] => (column === 0 ? 'title' : columns[column - 1]?.valueId)
  const sortBy = (column: number) => {
    const by = keyOf(column)
    onOrder({ by, descending: order.by === by ? !order.descending : by !== 'title' })
  }
  const titleAt = (row: number): string => (row === totals ? t('crosstab.total') : (rows[row]?.title ?? ''))
  const wordsAt = ({ row, col }: Spot): string => {
    const column = columns[col - 1]
    if (row === names) return column?.title ?? t('overlap.quirk')
    return column ? textAt(table, rows[row]?.place ?? null, column.place) : titleAt(row)
  }
  const sorted = (column: number) =>
    order.by === keyOf(column) ? (order.descending ? 'descending' : 'ascending') : 'none'
  const cells = (row: number, at: CountPlace) =>
    grid.columns.map(({ col, start, width }) => {
      const column = columns[col - 1]
      if (!column) return null
      const share =
        highest > 0 && at !== null && column.place !== null ? weightAt(table, at, column.place) / highest : 0
      return (
        <div
          key={col}
          {...grid.cell(row, col, { role: 'gridcell' })}
          className="crosstab-cell"
          data-total={column.place === null || undefined}
          style={{ left: start, width, '--share': share } as CSSProperties}
        >
          {textAt(table, at, column.place)}
        </div>
      )
    })
  const headCell = (col: number, title: string, style: CSSProperties) => {
    const way = sorted(col)
    const Mark = way === 'descending' ? DownIcon : UpIcon
    return (
      <div
        key={col}
        {...grid.cell(names, col, { sorted: way })}
        className="crosstab-head-cell"
        data-tooltip={title}
        style={style}
      >
        <span>{title}</span>
        {way !== 'none' && <Mark aria-hidden />}
        <GridEdge col={col} />
      </div>
    )
  }
  return (
    <div {...grid.props} className="ui-grid crosstab-grid">
      <MoreBeside scroller={scroller} reach={grid.all.width ?? 0} />
      <div role="rowgroup" className="ui-grid-all" style={grid.all}>
        <div {...grid.row(names)} className="crosstab-head">
          {headCell(0, t('overlap.quirk'), { width: titleWidth })}
          {grid.columns.map(({ col, start, width }) =>
            headCell(col, columns[col - 1]?.title ?? '', { left: start, width }),
          )}
        </div>
        <div {...grid.row(totals)} className="crosstab-row crosstab-totals">
          <div
            {...grid.cell(totals, 0, { role: 'rowheader' })}
            className="crosstab-title"
            style={{ width: titleWidth }}
          >
            <span>{t('crosstab.total')}</span>
          </div>
          {cells(totals, null)}
        </div>
        {grid.rows.map(({ row: index, top }) => {
          const row = rows[index]
          return (
            row && (
              <div key={row.id} {...grid.row(index)} className="crosstab-row" style={{ top }}>
                <div
                  {...grid.cell(index, 0, { role: 'rowheader' })}
                  className="crosstab-title"
                  data-tooltip={row.title}
                  style={{ width: titleWidth }}
                >
                  <Dot colour={cssColour(row.color)} size={12} />
                  <span>{withoutMiddle(row.title, ((titleWidth - besideTitle) * 1.8) / titleFont, measureText)}</span>
                </div>
                {cells(index, row.place)}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

function textAt(table: Crosstab, row: CountPlace, column: CountPlace): string {
  const value = cellAt(table, row, column)
  if (table.measure === 'count') return formatNumber(value)
  return Number.isNaN(value) ? '–' : formatShare(value)
}

/** The highest number of a cell but the totals: the darkest. Of shares the scale ends at one. */
function highestOf(table: Crosstab): number {
  if (table.measure !== 'count') return 1
  let highest = 0
  for (const row of table.quirkIds.keys())
    for (let column = 0; column <= table.valueIds.length; column++)
      highest = Math.max(highest, cellAt(table, row, column))
  return highest
}

/** As wide as the longest number and the head in two lines need, within bounds. */
function columnWidth(table: Crosstab, { title, place }: CrosstabColumn, isSorted: boolean): number {
  // No count of a column is higher than its own total.
  const longest = table.measure === 'count' ? formatNumber(cellAt(table, null, place)) : formatShare(1)
  const words = title.split(/\s+/).map(measureText)
  const head = Math.max(...words, words.length > 1 ? measureText(title) * 0.6 : 0) * headFont + (isSorted ? mark : 0)
  const needed = Math.max(head, measureText(longest) * cellFont) + 2 * padding
  return Math.ceil(Math.min(Math.max(needed, narrowest), widest))
}
