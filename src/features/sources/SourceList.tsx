import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { SourceRow } from '../../model/queries.ts'
import { editorOf, openSource } from '../../state/editor.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { AddFileIcon, CloseIcon, DeleteIcon, SourcesIcon } from '../../ui/icons.ts'
import { MenuAt, type Point } from '../../ui/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menuEntry.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { ImportButton } from './ImportButton.tsx'
import { SourceListRow } from './SourceListRow.tsx'
import { useSourceActions } from './useSourceActions.tsx'
import { useSourceWindows } from './useSourceWindows.ts'

export interface SourceListProps {
  accept: string
  onImport: (files: File[]) => void
  /** A source has been opened: the list may make room for its text. */
  onOpened?: (sourceId: number) => void
}

const ROW_HEIGHT = 40

/** Every source of the project: found, opened, renamed, removed, several at once. */
export function SourceList({ accept, onImport, onOpened }: SourceListProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { activeSource } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const [search, setSearch] = useState('')
  const windows = useSourceWindows(useDeferredValue(search))
  const [chosen, setChosen] = useState<ReadonlyMap<number, SourceRow>>(new Map())
  const [menu, setMenu] = useState<{ at: Point; source: SourceRow } | null>(null)
  const [show, setShow] = useState<number>()
  const list = useRef<HTMLDivElement>(null)
  const actions = useSourceActions()
  const { total } = windows

  const open = (id: number) => {
    openSource(editor, id)
    onOpened?.(id)
  }
  const choose = (source: SourceRow, on: boolean) =>
    setChosen((before) => {
      const next = new Map(before)
      if (on) next.set(source.id, source)
      else next.delete(source.id)
      return next
    })
  const remove = (sources: readonly SourceRow[]) => {
    actions.remove(sources)
    setChosen(new Map())
  }
  /** Arrows walk the rows, those not drawn yet included. */
  const walk = (to: number) => {
    if (total === undefined || to < 0 || to >= total) return
    setShow(to)
    focusRow(list.current, to)
  }
  const onRowKey = (event: KeyboardEvent, index: number, source: SourceRow) => {
    const acts: Record<string, () => void> = {
      ArrowDown: () => walk(index + 1),
      ArrowUp: () => walk(index - 1),
      Home: () => walk(0),
      End: () => walk((total ?? 1) - 1),
      ...(canWrite && {
        Delete: () => remove(chosen.size > 0 ? [...chosen.values()] : [source]),
        F2: () => actions.rename(source),
        ' ': () => choose(source, !chosen.has(source.id)),
      }),
    }
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  const menuOf = (source: SourceRow): MenuEntry[] => [
    { label: t('source.open'), shortcut: 'Enter', onSelect: () => open(source.id) },
    { label: t('source.rename'), shortcut: 'F2', onSelect: () => actions.rename(source), disabled: !canWrite },
    'line',
    { label: t('source.delete'), shortcut: 'Del', danger: true, onSelect: () => remove([source]), disabled: !canWrite },
  ]

  const isEmpty = total === 0 && search === ''
  const adding = canWrite && (
    <>
      <Button icon={AddFileIcon} onClick={actions.create}>
        {t('source.new')}
      </Button>
      <ImportButton kind={isEmpty ? 'primary' : 'secondary'} accept={accept} onImport={onImport} />
    </>
  )
  return (
    <div className="sources-list">
      {!isEmpty && (
        <div className="sources-head">
          <SearchField label={t('source.search')} value={search} onChange={setSearch} />
          {chosen.size > 0 ? (
            <div className="sources-chosen" role="status">
              <span>{t('source.chosen', { n: chosen.size })}</span>
              <Button kind="quiet" icon={DeleteIcon} onClick={() => remove([...chosen.values()])}>
                {t('ui.delete')}
              </Button>
              <IconButton icon={CloseIcon} label={t('source.unchoose')} onClick={() => setChosen(new Map())} />
            </div>
          ) : (
            <div className="sources-adding">{adding}</div>
          )}
        </div>
      )}
      {total === undefined && (
        <div className="sources-loading">
          <Skeleton lines={6} height="20px" />
        </div>
      )}
      {isEmpty && (
        <EmptyState icon={SourcesIcon} title={t('source.empty')} actions={adding}>
          {t('source.emptyText')}
        </EmptyState>
      )}
      {total === 0 && !isEmpty && <EmptyState title={t('ui.noMatch')} />}
      {total !== undefined && total > 0 && (
        <div className="sources-rows" ref={list}>
          <VirtualList
            label={t('source.list')}
            items={indexes(total)}
            keyOf={(index) => index}
            rowHeight={ROW_HEIGHT}
            showIndex={show}
            row={(index) => {
              const source = windows.at(index)
              if (!source) return <div className="sources-row sources-row-waiting" />
              return (
                <SourceListRow
                  source={source}
                  index={index}
                  active={source.id === activeSource}
                  chosen={chosen.has(source.id)}
                  anyChosen={chosen.size > 0}
                  canWrite={canWrite}
                  onOpen={() => open(source.id)}
                  onChoose={(on) => choose(source, on)}
                  onMenu={(at) => setMenu({ at, source })}
                  onKeyDown={(event) => onRowKey(event, index, source)}
                />
              )
            }}
          />
        </div>
      )}
      {total !== undefined && total > 0 && <p className="sources-count">{t('source.count', { n: total })}</p>}
      <MenuAt
        at={menu?.at ?? null}
        items={menu ? menuOf(menu.source) : []}
        label={menu?.source.title ?? ''}
        onClose={() => setMenu(null)}
      />
      {actions.dialog}
    </div>
  )
}

let known: number[] = []
/** 0, 1 … total − 1; the same array for the same total. */
function indexes(total: number): readonly number[] {
  if (known.length !== total) known = Array.from({ length: total }, (_, index) => index)
  return known
}

/** Once it is drawn: a far row takes a few frames and its window's arrival. */
function focusRow(list: HTMLElement | null, index: number, tries = 60): void {
  const row = list?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusRow(list, index, tries - 1))
}
