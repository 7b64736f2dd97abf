import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { compareTitles, formatNumber, formatShare } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import { Dot } from '../../ui/Dot.tsx'
import { chooseOne } from '../../ui/grid/gridMoves.ts'
import { SortHead } from '../../ui/grid/SortHead.tsx'
import { useGrid } from '../../ui/grid/useGrid.ts'
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

const heads = [48]
/** Columns: a title, a count, a share. */
const [byTitle, byCount, share] = [0, 1, 2]

/** What the picture shows, as a table: a quirk's title puts it in the middle, its count shows the words that both have. */
export function OverlapList({ label, others, marked, onMark, onChoose, onPassages, returning }: OverlapListProps) {
  const t = useT()
  const [order, setOrder] = useState<{ by: OverlapOrder; descending: boolean }>({ by: 'count', descending: true })
  const rows = sorted(others, order, compareTitles)
  const sortBy = (by: OverlapOrder) =>
    setOrder({ by, descending: order.by === by ? !order.descending : by === 'count' })
  /** The row that was chosen leaves for the middle. */
  const chose = useRef(false)
  const grid = useGrid({
    label,
    rows: rows.length,
    rowHeight: 40,
    heads,
    columns: 3,
    start: {
      row: Math.max(
        0,
        rows.findIndex(({ id }) => id === returning),
      ),
      col: returning === null ? byTitle : byCount,
    },
    readOnly: true,
    onEnter: ({ row, col }) => {
      const other = rows[row]
      if (!other) {
        if (col !== share) sortBy(col === byTitle ? 'title' : 'count')
      } else if (col === byTitle) {
        chose.current = true
        onChoose(other.id)
      } else if (col === byCount) onPassages(other.id)
    },
    textAt: ({ row, col }) => {
      const other = rows[row]
      if (!other) return t((['overlap.quirk', 'overlap.count', 'overlap.share'] as const)[col] ?? 'overlap.share')
      return [other.title, formatNumber(other.count), formatShare(other.share)][col] ?? ''
    },
  })
  const { active, choose, focus, isFocused } = grid
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes back
  useEffect(() => {
    if (returning === null) return
    choose(chooseOne(active.row, active.col))
    focus()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another middle
  useEffect(() => {
    if (!chose.current) return
    chose.current = false
    choose(chooseOne(0, byTitle))
  }, [label])
  // The quirk that is meant stays so where it goes to another row.
  const meant = rows[active.row]?.id
  const held = useRef(meant)
  const ids = rows.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows
  useLayoutEffect(() => {
    const at = rows.findIndex(({ id }) => id === held.current)
    if (active.row >= 0 && at >= 0 && at !== active.row) choose(chooseOne(at, active.col))
  }, [ids])
  useEffect(() => {
    held.current = meant
  }, [meant])
  useEffect(() => {
    if (!isFocused) return
    onMark(meant ?? null)
    return () => onMark(null)
  }, [isFocused, meant, onMark])

  const head = (col: number, title: string, by: OverlapOrder) => {
    const way = order.by === by ? (order.descending ? 'descending' : 'ascending') : 'none'
    return <SortHead cell={grid.cell(-1, col, { sorted: way })} title={title} />
  }
  return (
    <div {...grid.props} className="ui-grid overlap-list">
      <div role="rowgroup" className="ui-grid-all overlap-rows" style={grid.all}>
        <div {...grid.row(-1)} className="overlap-row overlap-heads">
          {head(byTitle, t('overlap.quirk'), 'title')}
          {head(byCount, t('overlap.count'), 'count')}
          <div {...grid.cell(-1, share)} data-tooltip={t('overlap.shareText')}>
            {t('overlap.share')}
          </div>
        </div>
        {grid.rows.map(({ row, top }) => {
          const other = rows[row]
          return (
            other && (
              <div
                key={other.id}
                {...grid.row(row)}
                data-marked={other.id === marked || undefined}
                className="overlap-row"
                style={{ top, '--share': other.count / (others[0]?.count ?? 1), '--dot': cssColour(other.color) }}
                onPointerEnter={() => onMark(other.id)}
                onPointerLeave={() => onMark(null)}
              >
                <div
                  {...grid.cell(row, byTitle, { role: 'rowheader' })}
                  className="overlap-title"
                  data-tooltip={t('overlap.toMiddle', { title: other.title })}
                >
                  <Dot size={12} />
                  <span>{other.title}</span>
                </div>
                <div
                  {...grid.cell(row, byCount, {
                    label: `${t('overlap.overlaps', { n: other.count })}, ${t('overlap.passages')}`,
                  })}
                  className="overlap-count"
                  data-tooltip={t('overlap.passages')}
                >
                  <span className="overlap-bar" aria-hidden />
                  <span>{formatNumber(other.count)}</span>
                </div>
                <div {...grid.cell(row, share)} className="overlap-number">
                  {formatShare(other.share)}
                </div>
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
