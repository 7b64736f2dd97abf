import { type KeyboardEvent, type MouseEvent, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWindows, type Windows } from '../../data/live/useWindows.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { WordsCounted } from '../../model/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { DownIcon, UpIcon } from '../../ui/icons.ts'
import { useSight } from '../../ui/lists/useSight.ts'
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
/** Drawn beyond what is seen. */
const beyond = 8
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

/** Arrows go from row to row. */
export function WordTableView(props: WordTableViewProps) {
  const { words, search, onSearch, order, onOrder, occurrences, highest, chosen, onChoose, onMenu } = props
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const { top, height, look } = useSight(scroller)
  const total = Math.min(words.total ?? 0, mostRows)
  // The head is as high as a row, and stays.
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const last = Math.min(total, Math.ceil((top + height) / rowHeight) + beyond)
  const at = Math.min(active, Math.max(0, total - 1))
  const go = (row: number) => {
    const to = Math.min(Math.max(row, 0), total - 1)
    const box = scroller.current
    if (!box) return
    const room = box.clientHeight - 2 * rowHeight
    box.scrollTop = Math.min(to * rowHeight, Math.max(to * rowHeight - room, box.scrollTop))
    flushSync(() => {
      setActive(to)
      look()
    })
    box.querySelector<HTMLElement>(`[data-row="${to}"] button`)?.focus({ preventScroll: true })
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || total === 0) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const to: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: total - 1,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    go(next)
  }
  const menu = (event: MouseEvent<HTMLElement>, word: string) => {
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    const byKey = event.clientX === 0 && event.clientY === 0
    onMenu(word, byKey ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY })
  }
  const head = (by: By, title: string) => {
    const isBy = order.by === by
    const Mark = order.descending ? DownIcon : UpIcon
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
      <div
        role="columnheader"
        className={by === 'count' ? 'words-number' : undefined}
        aria-sort={isBy ? (order.descending ? 'descending' : 'ascending') : 'none'}
      >
        <button
          type="button"
          className="words-sort"
          onClick={() => onOrder({ by, descending: isBy ? !order.descending : by === 'count' })}
        >
          {title}
          {isBy && <Mark aria-hidden />}
        </button>
      </div>
    )
  }
  return (
    <div className="words">
      <div className="words-search">
        <SearchField label={t('cloud.filter')} value={search} onChange={onSearch} />
        <p role="status">{words.total !== undefined && t('cloud.words', { n: total, count: formatNumber(total) })}</p>
      </div>
      {words.problem && <ErrorState>{problemText(words.problem)}</ErrorState>}
      {words.total === 0 && !words.problem && <EmptyState title={t('ui.noMatch')} />}
      <div
        role="table"
        aria-label={t('cloud.table')}
        aria-rowcount={total + 1}
        className="words-table"
        onKeyDown={press}
        hidden={words.total === 0 || words.problem !== null}
      >
        <div ref={scroller} role="presentation" className="words-scroll" onScroll={look}>
          <div role="rowgroup" className="words-rows" style={{ height: (total + 1) * rowHeight }}>
            {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons have the focus */}
            <div role="row" aria-rowindex={1} className="words-row words-heads">
              {head('word', t('cloud.column.word'))}
              {head('count', t('cloud.column.count'))}
              {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to be done with it */}
              <div role="columnheader" className="words-number" data-tooltip={t('cloud.shareNote')}>
                {t('cloud.column.share')}
              </div>
            </div>
            {Array.from({ length: Math.max(0, last - first) }, (_, n) => {
              const index = first + n
              const row = words.at(index)
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
                <div
                  key={index}
                  role="row"
                  aria-rowindex={index + 2}
                  data-row={index}
                  className="words-row"
                  data-chosen={(row && row.word === chosen) || undefined}
                  style={{
                    transform: `translateY(${(index + 1) * rowHeight}px)`,
                    '--share': row ? row.count / Math.max(1, highest) : 0,
                  }}
                >
                  <div role="cell" className="words-word">
                    <button
                      type="button"
                      tabIndex={index === at ? 0 : -1}
                      aria-pressed={row !== undefined && row.word === chosen}
                      onFocus={() => setActive(index)}
                      onClick={() => row && onChoose(row.word)}
                      onContextMenu={(event) => row && menu(event, row.word)}
                    >
                      {row?.word ?? '…'}
                    </button>
                  </div>
                  <div role="cell" className="words-number">
                    {row && formatNumber(row.count)}
                  </div>
                  <div role="cell" className="words-number words-share">
                    {row && formatPart(row.count / Math.max(1, occurrences))}
                  </div>
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
