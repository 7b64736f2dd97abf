import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { compareTitles, formatNumber, formatShare } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { DownIcon, UpIcon } from '../../ui/icons.ts'
import { type OverlapOrder, type Overlapping, sorted } from './overlapsOf.ts'

export interface OverlapListProps {
  label: string
  others: readonly Overlapping[]
  marked: number | null
  onMark: (quirkId: number | null) => void
  /** Into the middle. */
  onChoose: (quirkId: number) => void
  /** The words that both have. */
  onPassages: (quirkId: number) => void
  /** The quirk whose count has the focus at first, where there is one. */
  returning: number | null
}

const rowHeight = 40
const headHeight = 48
type Column = 0 | 1

/** What the picture shows, as a table: a quirk's title puts it in the middle, its count shows the words that both have. Arrows go from row to row. */
export function OverlapList({ label, others, marked, onMark, onChoose, onPassages, returning }: OverlapListProps) {
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<{ by: OverlapOrder; descending: boolean }>({ by: 'count', descending: true })
  const [active, setActive] = useState<{ id: number; column: Column }>(
    returning === null ? { id: -1, column: 0 } : { id: returning, column: 1 },
  )
  const rows = sorted(others, order, compareTitles)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === active.id),
  )
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The heads stay over the first rows.
    scrollPaddingEnd: headHeight,
    useFlushSync: false,
  })
  const go = (row: number, column: Column) => {
    const id = rows[Math.min(Math.max(row, 0), rows.length - 1)]?.id
    if (id === undefined) return
    list.scrollToIndex(Math.min(Math.max(row, 0), rows.length - 1), { align: 'auto' })
    setActive({ id, column })
    focusCell(id, column)
  }
  /** A row out of sight is drawn some frames after the scroll. */
  const focusCell = (id: number, column: Column, frames = 6) =>
    requestAnimationFrame(() => {
      const cell = scroller.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-column="${column}"]`)
      if (cell) cell.focus()
      else if (frames > 0) focusCell(id, column, frames - 1)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes back
  useEffect(() => {
    if (returning !== null) go(at, 1)
  }, [])
  /** The row that was chosen has left for the middle, with the focus. */
  const chose = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another middle
  useEffect(() => {
    if (!chose.current) return
    chose.current = false
    go(0, 0)
  }, [label])
  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const to: Record<string, [number, Column]> = {
      ArrowDown: [at + 1, active.column],
      ArrowUp: [at - 1, active.column],
      PageDown: [at + page, active.column],
      PageUp: [at - page, active.column],
      Home: [0, active.column],
      End: [rows.length - 1, active.column],
      ArrowRight: [at, 1],
      ArrowLeft: [at, 0],
    }
    const next = to[event.key]
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go(...next)
  }
  const head = (by: OverlapOrder, title: string) => {
    const isBy = order.by === by
    const Mark = order.descending ? DownIcon : UpIcon
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
      <div role="columnheader" aria-sort={isBy ? (order.descending ? 'descending' : 'ascending') : 'none'}>
        <button
          type="button"
          className="overlap-sort"
          onClick={() => setOrder({ by, descending: isBy ? !order.descending : by === 'count' })}
        >
          {title}
          {isBy && <Mark aria-hidden />}
        </button>
      </div>
    )
  }
  const cell = (other: Overlapping, column: Column) => ({
    'data-column': column,
    tabIndex: (rows[at]?.id ?? -1) === other.id && active.column === column ? 0 : -1,
    onFocus: () => {
      setActive({ id: other.id, column })
      onMark(other.id)
    },
    onBlur: () => onMark(null),
  })
  return (
    <div role="table" aria-label={label} aria-rowcount={rows.length + 1} className="overlap-list" onKeyDown={press}>
      <div ref={scroller} role="presentation" className="overlap-scroll">
        {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus */}
        <div role="row" aria-rowindex={1} className="overlap-row overlap-heads">
          {head('title', t('overlap.quirk'))}
          {head('count', t('overlap.count'))}
          {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to be done with it */}
          <div role="columnheader" className="overlap-share-head" data-tooltip={t('overlap.shareText')}>
            {t('overlap.share')}
          </div>
        </div>
        <div role="rowgroup" className="overlap-rows" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const other = rows[index]
            return (
              other && (
                // biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus
                <div
                  key={other.id}
                  role="row"
                  aria-rowindex={index + 2}
                  data-id={other.id}
                  data-marked={other.id === marked || undefined}
                  className="overlap-row"
                  style={{ transform: `translateY(${start}px)`, '--share': other.count / (others[0]?.count ?? 1) }}
                  onPointerEnter={() => onMark(other.id)}
                  onPointerLeave={() => onMark(null)}
                >
                  <div role="cell">
                    <button
                      type="button"
                      className="overlap-title"
                      data-tooltip={t('overlap.toMiddle', { title: other.title })}
                      onClick={() => {
                        chose.current = true
                        onChoose(other.id)
                      }}
                      {...cell(other, 0)}
                    >
                      <span className="overlap-dot" style={{ '--dot': other.color }} aria-hidden />
                      <span>{other.title}</span>
                    </button>
                  </div>
                  <div role="cell" className="overlap-number">
                    <button
                      type="button"
                      className="overlap-count"
                      data-tooltip={t('overlap.passages')}
                      aria-label={`${t('overlap.overlaps', { n: other.count })}, ${t('overlap.passages')}`}
                      onClick={() => onPassages(other.id)}
                      {...cell(other, 1)}
                    >
                      {formatNumber(other.count)}
                    </button>
                  </div>
                  <div role="cell" className="overlap-number">
                    {formatShare(other.share)}
                  </div>
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}
