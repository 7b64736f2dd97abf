import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { DownIcon, UpIcon } from '../icons.ts'
import { measureText } from '../measureText.ts'
import { MoreBeside } from './MoreBeside.tsx'
import { useInSight } from './useInSight.ts'

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
/** Of a title: its font, what stands around its words, and how much of a long one is shown; px. */
const head = { font: 13, beside: 42, longest: 200 }

/** What a title takes in the language of the page is known here alone. */
const widthOf = ({ title, width }: DataColumn): number =>
  typeof title !== 'string'
    ? width
    : Math.max(width, Math.min(head.longest, Math.ceil(measureText(title) * head.font) + head.beside))

/**
 * A table of any size with one line to a row. The table has the focus and tells which row is meant: arrows, Page, Home and End go from row
 * to row, Enter opens. It fills its parent, which needs a height; only what is seen is drawn, of wide tables also to the sides.
 */
export function DataTable(props: DataTableProps) {
  const { label, count, keyOf, row, onOpen, opened = null, order, onOrder, keepFirst } = props
  const columns = props.columns.map((column) => ({ ...column, width: widthOf(column) }))
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const at = Math.min(active, count - 1)
  const rows = useInSight({ scroller, count, sizeOf: () => rowHeight, keyOf, covered: rowHeight, beyond: 10 })
  const widths = columns.map(({ width }) => width).join(' ')
  const sides = useInSight({
    scroller,
    sideways: true,
    count: columns.length,
    sizeOf: (column) => columns[column]?.width ?? 100,
    sizes: widths,
    beyond: 12,
  })

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: count - 1 }[
      event.key
    ]
    if (to !== undefined && count > 0) {
      event.preventDefault()
      const next = Math.min(Math.max(to, 0), count - 1)
      setActive(next)
      rows.scrollToIndex(next, { align: 'auto' })
    } else if ((event.key === 'Enter' || event.key === ' ') && onOpen && at >= 0) {
      event.preventDefault()
      onOpen(at)
    }
  }
  const drawn = sides.getVirtualItems().map(({ index }) => index)
  const isWide = columns.length > 40
  const shown = isWide ? drawn : columns.map((_, index) => index)
  const place = (index: number): CSSProperties | undefined =>
    isWide
      ? { position: 'absolute', left: sides.measurementsCache[index]?.start ?? 0, width: columns[index]?.width }
      : undefined
  const template = isWide
    ? undefined
    : columns.map(({ width }, index) => (index === 0 ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' ')
  const cellProps = (index: number) => ({
    'data-number': columns[index]?.isNumber || undefined,
    'aria-colindex': isWide ? index + 1 : undefined,
    style: place(index),
  })
  const first = rows.getVirtualItems()[0]?.index ?? 0
  const last = rows.getVirtualItems().at(-1)?.index ?? -1
  return (
    <div
      ref={scroller}
      className="ui-table"
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-readonly
      data-keep-first={keepFirst || undefined}
      tabIndex={0}
      aria-activedescendant={at >= first && at <= last ? `${id}-${at}` : undefined}
      onKeyDown={press}
      style={{
        '--table-width': `${columns.reduce((sum, { width }) => sum + width, 0)}px`,
        '--table-columns': template,
      }}
    >
      <MoreBeside scroller={scroller} reach={widths} />
      <div role="rowgroup" className="ui-table-heads">
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
        <div role="row" aria-rowindex={1} className="ui-table-row">
          {shown.map((index) => {
            const column = columns[index] as DataColumn
            return <Head key={column.key} column={column} order={order} onOrder={onOrder} cell={cellProps(index)} />
          })}
        </div>
      </div>
      <div role="rowgroup" className="ui-table-rows" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const cells = row(index)
          return (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the grid has the focus, and its keys
            <div
              key={key}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={onOpen ? index === opened : undefined}
              className="ui-table-row"
              data-active={index === at || undefined}
              data-opens={onOpen ? '' : undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => {
                setActive(index)
                onOpen?.(index)
              }}
            >
              {shown.map((column) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
                <div key={columns[column]?.key} role="gridcell" className="ui-table-cell" {...cellProps(column)}>
                  {cells ? cells[column] : '…'}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface HeadProps {
  column: DataColumn
  order: DataOrder | undefined
  onOrder: ((order: DataOrder) => void) | undefined
  cell: { style: CSSProperties | undefined; 'data-number': boolean | undefined; 'aria-colindex': number | undefined }
}

function Head({ column, order, onOrder, cell }: HeadProps) {
  const { key, title, hint, isNumber = false } = column
  const isBy = order?.key === key
  const Mark = order?.descending ? DownIcon : UpIcon
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
    <div
      role="columnheader"
      className="ui-table-cell"
      aria-sort={isBy ? (order?.descending ? 'descending' : 'ascending') : undefined}
      {...cell}
    >
      {onOrder ? (
        <button
          type="button"
          className="ui-table-sort"
          data-tooltip={hint}
          onClick={() => onOrder({ key, descending: isBy ? !order?.descending : isNumber })}
        >
          <span>{title}</span>
          {isBy && <Mark aria-hidden />}
        </button>
      ) : (
        <span data-tooltip={hint}>{title}</span>
      )}
    </div>
  )
}
