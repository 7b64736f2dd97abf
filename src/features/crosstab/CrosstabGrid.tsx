import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatNumber, formatShare } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { withoutMiddle } from '../../model/canvas/fitTitle.ts'
import type { Crosstab } from '../../model/queries.ts'
import type { CrosstabColumn, CrosstabOrder, CrosstabRow } from '../../model/rules/analysis/crosstabTable.ts'
import { cellAt, type Place, weightAt } from '../../model/rules/analysis/shares.ts'
import { DownIcon, UpIcon } from '../../ui/icons.ts'
import { MoreBeside } from '../../ui/lists/MoreBeside.tsx'
import { measureText } from '../../ui/measureText.ts'

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

interface Spot {
  /** -2: the heads; -1: the totals. */
  row: number
  /** 0: the titles. */
  column: number
}

const rowHeight = 36
const headHeight = 44
/** Of columns, in px: as in `crosstab.css`, with a little more than the letters need. */
const [headFont, cellFont, padding, mark, narrowest, widest] = [14, 15.5, 10, 18, 48, 128]
/** Titles have two lines, which end before they are full. */
const [titleFont, besideTitle] = [15, 44]
const head = -2
const totals = -1

/** Quirks by values. The grid has the focus and tells which cell is meant; Enter on a head sorts, on a cell shows its passages. */
export function CrosstabGrid(props: CrosstabGridProps) {
  const { label, table, rows, columns, order, onOrder, onOpen } = props
  const t = useT()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const widths = useMemo(
    () => columns.map((column) => columnWidth(table, column, order.by === column.valueId)),
    [columns, table, order.by],
  )
  const titleWidth = useTitleWidth(
    grid,
    useMemo(() => widths.reduce((sum, width) => sum + width, 0), [widths]),
  )
  const [chosen, setChosen] = useState<Spot>({ row: 0, column: 1 })
  const active = { row: Math.min(chosen.row, rows.length - 1), column: Math.min(chosen.column, columns.length) }
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    paddingStart: headHeight + rowHeight,
    scrollPaddingStart: headHeight + rowHeight,
    overscan: 6,
    useFlushSync: false,
    rangeExtractor: useCallback((range: Range) => withOne(range, active.row), [active.row]),
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => widths[index] ?? 0,
    paddingStart: titleWidth,
    scrollPaddingStart: titleWidth,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: useCallback((range: Range) => withOne(range, active.column - 1), [active.column]),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width, other places
  useLayoutEffect(() => across.measure(), [across, titleWidth, widths])
  const shown = across.getVirtualItems()
  const highest = useMemo(() => highestOf(table), [table])

  const choose = (next: Spot) => {
    setChosen(next)
    if (next.row >= 0) down.scrollToIndex(next.row, { align: 'auto' })
    if (next.column > 0) across.scrollToIndex(next.column - 1, { align: 'auto' })
  }
  const act = ({ row, column }: Spot) => {
    const of = columns[column - 1]
    if (row === head) sortBy(column)
    else if (of) onOpen(rows[row] ?? null, of)
  }
  const keyOf = (column: number): CrosstabOrder['by'] => (column === 0 ? 'title' : columns[column - 1]?.valueId)
  const sortBy = (column: number) => {
    const by = keyOf(column)
    onOrder({ by, descending: order.by === by ? !order.descending : by !== 'title' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey) return
    const page = Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 2)
    const next = moved(active, event.key, event.ctrlKey || event.metaKey, rows.length, columns.length, page)
    if (next) choose(next)
    else if (event.key === 'Enter' || event.key === ' ') act(active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const click = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row][data-column]') : null
    if (!cell) return
    const spot = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
    setChosen(spot)
    if (spot.row === head || spot.column > 0) act(spot)
  }
  const place = (row: number, column: number) => ({
    id: `${id}-${row}-${column}`,
    'data-row': row,
    'data-column': column,
    'data-active': (row === active.row && column === active.column) || undefined,
    'aria-colindex': column + 1,
  })
  const sorted = (column: number) =>
    order.by === keyOf(column) ? (order.descending ? 'descending' : 'ascending') : 'none'
  const cells = (row: number, at: Place) =>
    shown.map(({ index, start, size }) => {
      const column = columns[index]
      if (!column) return null
      const share =
        highest > 0 && at !== null && column.place !== null ? weightAt(table, at, column.place) / highest : 0
      return (
        // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
        <div
          key={index}
          role="gridcell"
          className="crosstab-cell"
          data-total={column.place === null || undefined}
          {...place(row, index + 1)}
          style={{ left: start, width: size, '--share': share } as CSSProperties}
        >
          {textAt(table, at, column.place)}
        </div>
      )
    })
  const headCell = (column: number, title: string, style: CSSProperties) => {
    const way = sorted(column)
    const Mark = way === 'descending' ? DownIcon : UpIcon
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
      <div
        key={column}
        role="columnheader"
        className="crosstab-head-cell"
        aria-sort={way}
        data-tooltip={title}
        {...place(head, column)}
        style={style}
      >
        <span>{title}</span>
        {way !== 'none' && <Mark aria-hidden />}
      </div>
    )
  }
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className="crosstab-grid"
      aria-label={label}
      aria-rowcount={rows.length + 2}
      aria-colcount={columns.length + 1}
      aria-activedescendant={`${id}-${active.row}-${active.column}`}
      onKeyDown={press}
      onClick={click}
    >
      <MoreBeside scroller={grid} reach={across.getTotalSize()} />
      <div
        role="rowgroup"
        className="crosstab-all"
        style={{ height: down.getTotalSize(), width: across.getTotalSize() }}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
        <div role="row" aria-rowindex={1} className="crosstab-head">
          {headCell(0, t('overlap.quirk'), { width: titleWidth })}
          {shown.map(({ index, start, size }) =>
            headCell(index + 1, columns[index]?.title ?? '', { left: start, width: size }),
          )}
        </div>
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
        <div role="row" aria-rowindex={2} className="crosstab-row crosstab-totals">
          {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
          <div role="rowheader" className="crosstab-title" {...place(totals, 0)} style={{ width: titleWidth }}>
            <span>{t('crosstab.total')}</span>
          </div>
          {cells(totals, null)}
        </div>
        {down.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
              <div key={row.id} role="row" aria-rowindex={index + 3} className="crosstab-row" style={{ top: start }}>
                {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
                <div
                  role="rowheader"
                  className="crosstab-title"
                  data-tooltip={row.title}
                  {...place(index, 0)}
                  style={{ width: titleWidth }}
                >
                  <span className="crosstab-dot" style={{ '--dot': row.color }} aria-hidden />
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

function textAt(table: Crosstab, row: Place, column: Place): string {
  const value = cellAt(table, row, column)
  if (table.measure === 'count') return formatNumber(value)
  return Number.isNaN(value) ? '–' : formatShare(value)
}

/** The highest number of a cell: the darkest. Of shares the scale ends at one. */
/** Of all but the totals. */
function highestOf(table: Crosstab): number {
  if (table.measure !== 'count') return 1
  let highest = 0
  for (const row of table.quirkIds.keys())
    for (let column = 0; column <= table.valueIds.length; column++)
      highest = Math.max(highest, cellAt(table, row, column))
  return highest
}

/** What is in sight, and the one that is meant: it stays drawn wherever the table is scrolled. */
function withOne(range: Range, index: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (index < 0 || index >= range.count || shown.includes(index)) return shown
  return [...shown, index].sort((a, b) => a - b)
}

function moved(
  { row, column }: Spot,
  key: string,
  mod: boolean,
  rows: number,
  columns: number,
  page: number,
): Spot | null {
  const inRows = (n: number) => Math.max(head, Math.min(rows - 1, n))
  const inColumns = (n: number) => Math.max(0, Math.min(columns, n))
  switch (key) {
    case 'ArrowDown':
      return { row: mod ? rows - 1 : inRows(row + 1), column }
    case 'ArrowUp':
      return { row: mod ? head : inRows(row - 1), column }
    case 'ArrowRight':
      return { row, column: mod ? columns : inColumns(column + 1) }
    case 'ArrowLeft':
      return { row, column: mod ? 0 : inColumns(column - 1) }
    case 'PageDown':
      return { row: inRows(row + page), column }
    case 'PageUp':
      return { row: inRows(row - page), column }
    case 'Home':
      return { row: mod ? head : row, column: 0 }
    case 'End':
      return { row: mod ? rows - 1 : row, column: columns }
    default:
      return null
  }
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

/** In px: what the columns (`needed`) leave, within bounds. On a phone they leave room for some columns. */
function useTitleWidth(grid: { readonly current: HTMLElement | null }, needed: number): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const { current } = grid
    if (!current) return
    const watcher = new ResizeObserver(() => setRoom(current.clientWidth))
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [grid])
  return Math.max(room < 560 ? 128 : 220, Math.min(360, room - needed))
}
