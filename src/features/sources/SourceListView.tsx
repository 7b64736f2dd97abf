import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { isKeyOf } from '../../actions/actionKeys.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { SourceRow } from '../../model/queries.ts'
import type { SourcesOnly } from '../../model/rules/sourceOrder.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { SourcesIcon } from '../../ui/icons.ts'
import { touchOnly } from '../../ui/keyboard.ts'
import { List } from '../../ui/lists/List.tsx'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { SourceListHead } from './SourceListHead.tsx'
import { type Reader, SourceListRow } from './SourceListRow.tsx'

export interface SourceListViewProps {
  /** Of those that are shown, and of all; undefined until known. */
  total: number | undefined
  all: number | undefined
  /** Undefined while it is on its way. */
  at: (index: number) => SourceRow | undefined
  search: string
  onSearch: (search: string) => void
  only: SourcesOnly | null
  onShowAll: () => void
  /** Values of properties that are shown alone, in words; empty: all. */
  filterText: string
  /** Empty where there are no properties. */
  filterMenu: readonly MenuEntry[]
  orderMenu: readonly MenuEntry[]
  /** What the list is ordered by, where it is not as added. */
  orderText: string | undefined
  more: readonly MenuEntry[]
  adding: ReactNode
  active: number
  /** The others who are here. */
  others: readonly Reader[]
  chosen: ReadonlySet<number>
  canWrite: boolean
  onOpen: (id: number) => void
  onChoose: (id: number, range: boolean) => void
  /** By Shift and an arrow, from this source to the row at the index. */
  onExtend: (from: number, toIndex: number) => void
  onChooseAll: () => void
  onUnchoose: () => void
  onOpenChosen: () => void
  /** Null: those that are chosen. */
  onRemove: (source: SourceRow | null) => void
  onRename: (source: SourceRow) => void
  onMenu: (source: SourceRow, at: Point) => void
}

const ROW_HEIGHT = 40
/** Rows that Page up and Page down go by. */
const PAGE = 10

/** A list of sources of any length, by pointer, key and finger. */
export function SourceListView(props: SourceListViewProps) {
  const { total, all, at, search, only, filterText, adding, chosen, canWrite, onChoose, onRemove } = props
  const t = useT()
  const [show, setShow] = useState<number>()
  const list = useRef<HTMLDivElement>(null)
  const drops = !useMedia(touchOnly)
  const isEmpty = all === 0 || (total === 0 && search.trim() === '' && only === null && filterText === '')

  /** Arrows walk the rows, those not drawn yet included. */
  const walk = (to: number) => {
    if (total === undefined || total === 0) return
    const index = Math.max(0, Math.min(total - 1, to))
    setShow(index)
    focusRow(list.current, index)
  }
  const onRowKey = (event: KeyboardEvent, index: number, source: SourceRow) => {
    const { key, altKey, shiftKey } = event
    if (altKey) return
    const last = (total ?? 1) - 1
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + PAGE,
      PageUp: index - PAGE,
      Home: 0,
      End: last,
    }
    const to = steps[key]
    const plain = (): (() => void) | undefined => {
      if (isKeyOf(event, 'selectSource')) return () => onChoose(source.id, shiftKey)
      if (key === 'Escape') return chosen.size > 0 ? props.onUnchoose : undefined
      if (isKeyOf(event, 'deleteSource')) return canWrite ? () => onRemove(chosen.size > 0 ? null : source) : undefined
      if (isKeyOf(event, 'renameSource')) return canWrite ? () => props.onRename(source) : undefined
      if (isKeyOf(event, 'selectAllSources')) return props.onChooseAll
      if (isKeyOf(event, 'openSelected')) return chosen.size > 0 ? props.onOpenChosen : undefined
      return undefined
    }
    const step =
      to === undefined
        ? undefined
        : () => {
            if (shiftKey) props.onExtend(source.id, Math.max(0, Math.min(last, to)))
            walk(to)
          }
    const act = (event.ctrlKey || event.metaKey ? undefined : step) ?? plain()
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  const told = [
    ...(only === null ? [] : [t(only === 'uncoded' ? 'source.showUncoded' : 'source.showUnread')]),
    ...(filterText === '' ? [] : [filterText]),
  ]
  const nothing =
    filterText !== ''
      ? 'ui.noMatch'
      : only === 'uncoded'
        ? 'source.noUncoded'
        : only === 'unread'
          ? 'source.noUnread'
          : 'ui.noMatch'
  return (
    <div className="sources-list">
      {!isEmpty && (
        <SourceListHead
          search={search}
          onSearch={props.onSearch}
          filter={props.filterMenu}
          filtered={filterText !== ''}
          order={props.orderMenu}
          ordered={only !== null || props.orderText !== undefined}
          more={props.more}
          adding={adding}
          chosen={chosen.size}
          onChooseAll={props.onChooseAll}
          onUnchoose={props.onUnchoose}
          onOpenChosen={props.onOpenChosen}
          onRemoveChosen={canWrite ? () => onRemove(null) : undefined}
        />
      )}
      {told.length > 0 && !isEmpty && (
        <div className="sources-only">
          <span>{told.join(' · ')}</span>
          <Button kind="quiet" onClick={props.onShowAll}>
            {t('source.showAll')}
          </Button>
        </div>
      )}
      {total === undefined && (
        <div className="sources-loading">
          <Skeleton lines={6} height="20px" />
        </div>
      )}
      {isEmpty && (
        <EmptyState icon={SourcesIcon} title={t('source.empty')} actions={adding}>
          {t(canWrite ? 'source.emptyText' : 'source.emptyReader')}
          {canWrite && drops && ` ${t('source.emptyDrop')}`}
        </EmptyState>
      )}
      {total === 0 && !isEmpty && <EmptyState title={t(search.trim() === '' ? nothing : 'ui.noMatch')} />}
      {total !== undefined && total > 0 && (
        <div className="sources-rows" ref={list}>
          <List
            label={t('source.list')}
            items={indexes(total)}
            keyOf={(index) => index}
            rowHeight={ROW_HEIGHT}
            showIndex={show}
            row={(index) => {
              const source = at(index)
              if (!source) return <div className="sources-row sources-row-waiting" />
              return (
                <SourceListRow
                  source={source}
                  index={index}
                  active={source.id === props.active}
                  chosen={chosen.has(source.id)}
                  anyChosen={chosen.size > 0}
                  readers={props.others.filter(({ sourceId }) => sourceId === source.id)}
                  onOpen={() => props.onOpen(source.id)}
                  onChoose={(range) => onChoose(source.id, range)}
                  onMenu={(where) => props.onMenu(source, where)}
                  onKeyDown={(event) => onRowKey(event, index, source)}
                />
              )
            }}
          />
        </div>
      )}
      {total !== undefined && !isEmpty && (
        <p className="sources-count" role="status">
          {all === undefined || all === total
            ? t('source.count', { n: total })
            : t('source.someOf', { shown: formatNumber(total), n: all })}
          {props.orderText && <span>{props.orderText}</span>}
        </p>
      )}
    </div>
  )
}

let known: number[] = []
/** 0, 1 … total − 1; the same array for the same total. */
function indexes(total: number): readonly number[] {
  if (known.length === total) return known
  known = new Array<number>(total)
  // A tenth of the time of Array.from, of a hundred thousand sources.
  for (let index = 0; index < total; index += 1) known[index] = index
  return known
}

/** Once it is drawn: a far row takes a few frames and its window's arrival. */
function focusRow(list: HTMLElement | null, index: number, tries = 60): void {
  const row = list?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusRow(list, index, tries - 1))
}
