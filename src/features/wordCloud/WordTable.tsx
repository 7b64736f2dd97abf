import { useDeferredValue, useState } from 'react'
import { useWindows, type Windows } from '../../data/live/useWindows.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { WordsCounted } from '../../model/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { SortHead } from '../../ui/grid/SortHead.tsx'
import { useGrid } from '../../ui/grid/useGrid.ts'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import { formatPart } from './formatPart.ts'

export interface WordTableProps
  extends Omit<WordTableViewProps, 'words' | 'search' | 'onSearch' | 'order' | 'onOrder'> {
  asked: WordsCounted
}

export interface WordTableViewProps {
  words: Pick<Windows<'wordCounts'>, 'total' | 'problem' | 'at'>
  search: string
  onSearch: (text: string) => void
  order: WordOrder
  onOrder: (order: WordOrder) => void
  /** Of all words that are not left out, and of the most frequent one: what shares and bars are shares of. */
  occurrences: number
  highest: number
  chosen: string | null
  onChoose: (word: string) => void
  onMenu: (word: string, at: Point) => void
}

type By = 'count' | 'word'
export interface WordOrder {
  by: By
  descending: boolean
}
const rowHeight = 34
const heads = [rowHeight]
/** Columns: a word, its count, its share of all. */
const [ofWord, ofCount, ofShare] = [0, 1, 2]
/** As high as every browser draws. */
const mostRows = 800_000

/** Every word with its count and its share of all, in either order, narrowed by what is typed. */
export function WordTable({ asked, ...shown }: WordTableProps) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<WordOrder>({ by: 'count', descending: true })
  const { by, descending } = order
  const words = useWindows('wordCounts', { ...asked, search: useDeferredValue(search.trim()), order: by, descending })
  return (
    <WordTableView words={words} search={search} onSearch={setSearch} order={order} onOrder={setOrder} {...shown} />
  )
}

export function WordTableView(props: WordTableViewProps) {
  const { words, search, onSearch, order, onOrder, occurrences, highest, chosen, onChoose, onMenu } = props
  const t = useT()
  const total = Math.min(words.total ?? 0, mostRows)
  const shareOf = (count: number) => formatPart(count / Math.max(1, occurrences))
  const sortBy = (by: By) => onOrder({ by, descending: order.by === by ? !order.descending : by === 'count' })
  const grid = useGrid({
    label: t('wordCloud.table'),
    rows: total,
    rowHeight,
    heads,
    columns: 3,
    readOnly: true,
    onEnter: ({ row, col }) => {
      const found = row < 0 ? undefined : words.at(row)
      if (found) onChoose(found.word)
      else if (row < 0 && col !== ofShare) sortBy(col === ofWord ? 'word' : 'count')
    },
    onMenu: ({ row }, at) => {
      const found = row < 0 ? undefined : words.at(row)
      if (found) onMenu(found.word, at)
    },
    textAt: ({ row, col }) => {
      const found = row < 0 ? undefined : words.at(row)
      return found ? ([found.word, formatNumber(found.count), shareOf(found.count)][col] ?? '') : (titles[col] ?? '')
    },
  })
  const titles = [t('wordCloud.column.word'), t('wordCloud.column.count'), t('wordCloud.column.share')]
  const head = (col: number, by: By) => {
    const way = order.by === by ? (order.descending ? 'descending' : 'ascending') : 'none'
    return <SortHead cell={grid.cell(-1, col, { sorted: way })} title={titles[col] ?? ''} />
  }
  return (
    <div className="words">
      <div className="words-search">
        <SearchField label={t('wordCloud.filter')} value={search} onChange={onSearch} />
        <p role="status">
          {words.total !== undefined && t('wordCloud.words', { n: total, count: formatNumber(total) })}
        </p>
      </div>
      {words.problem && <ErrorState>{problemText(words.problem)}</ErrorState>}
      {words.total === 0 && !words.problem && <EmptyState title={t('ui.noMatch')} />}
      <div {...grid.props} className="ui-grid words-table" hidden={words.total === 0 || words.problem !== null}>
        <div role="rowgroup" className="ui-grid-all" style={grid.all}>
          <div {...grid.row(-1)} className="words-row words-heads">
            {head(ofWord, 'word')}
            {head(ofCount, 'count')}
            <div {...grid.cell(-1, ofShare)} data-tooltip={t('wordCloud.shareNote')}>
              {titles[ofShare]}
            </div>
          </div>
          {grid.rows.map(({ row: index, top }) => {
            const row = words.at(index)
            const isChosen = row !== undefined && row.word === chosen
            return (
              <div
                key={index}
                {...grid.row(index, isChosen)}
                className="words-row"
                style={{ top, '--share': row ? row.count / Math.max(1, highest) : 0 }}
              >
                <div {...grid.cell(index, ofWord, { role: 'rowheader' })} className="words-word">
                  <span>{row?.word ?? '…'}</span>
                </div>
                <div {...grid.cell(index, ofCount)} className="words-number">
                  {row && formatNumber(row.count)}
                </div>
                <div {...grid.cell(index, ofShare)} className="words-number words-share">
                  {row && shareOf(row.count)}
                </div>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
