import { useDeferredValue, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { entryOf, wordsOf } from '../../actions/actionFace.ts'
import { shortcutOf } from '../../actions/actionKeys.ts'
import { useProject, useRows, useValue } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { SourceRow } from '../../model/queries.ts'
import type { SourceOrder } from '../../model/rules/sourceOrder.ts'
import { editorOf, openSource } from '../../state/editor.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { AddFileIcon } from '../../ui/icons.ts'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { ImportButton } from './ImportButton.tsx'
import { SourceListView } from './SourceListView.tsx'
import { filterMenu, filterProperties, filterText, mostListed, validValues } from './sourceFilter.ts'
import { iconEntry } from './sourceIcons.ts'
import { orderText, sourceOrderMenu, validOrder } from './sourceOrderMenu.ts'
import { useChosenSources } from './useChosenSources.ts'
import { useSourceActions } from './useSourceActions.tsx'
import { useSourceWindows } from './useSourceWindows.ts'

export interface SourceListProps {
  accept: string
  onImport: (files: File[]) => void
  /** Entries of the list's own menu. */
  menu?: readonly MenuEntry[] | undefined
  /** Further entries of the menu of one source. */
  sourceMenu?: ((sourceId: number) => readonly MenuEntry[]) | undefined
}

/** So many tabs at once, and no more. */
const mostOpened = 30

/** Every source of the project: found, put in order, opened, renamed, removed, several at once. */
export function SourceList({ accept, onImport, menu: more = [], sourceMenu }: SourceListProps) {
  const t = useT()
  const project = useProject()
  const { others } = useSnapshot(project.people.here)
  const editor = editorOf(project.uuid)
  const { activeSource, sourceOrder, sourcesOnly, sourceValues } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search)
  const keys = useRows('propertyKeys', {})
  const properties = useMemo(() => [...(keys?.values() ?? [])], [keys])
  const offers = useValue('propertyOffers', { most: mostListed, chosen: sourceValues })
  const filterable = useMemo(() => filterProperties(keys?.values() ?? [], offers ?? []), [keys, offers])
  // What is kept is believed until the values are known.
  const values = keys && offers ? validValues(sourceValues, filterable) : sourceValues
  const order: SourceOrder = validOrder(sourceOrder, keys && properties)
  const asked = { search: sought, order, values, ...(sourcesOnly && { only: sourcesOnly }) }
  const windows = useSourceWindows(asked)
  const chosen = useChosenSources(asked)
  const all = useValue('totals', {})?.sources
  const [menu, setMenu] = useState<{ at: Point; source: SourceRow } | null>(null)
  const actions = useSourceActions()

  const open = (id: number) => openSource(editor, id)
  const openChosen = async () => {
    const ids = await chosen.inOrder()
    const [first] = ids
    if (first === undefined) return
    for (const id of ids.slice(0, mostOpened)) openSource(editor, id)
    openSource(editor, first)
    chosen.clear()
    if (ids.length > mostOpened) toast.show({ message: t('source.openedSome', { n: mostOpened, of: ids.length }) })
  }
  const remove = async (source: SourceRow | null) => {
    const ids = source ? [source.id] : await chosen.inOrder()
    if (await actions.remove(ids)) chosen.clear()
  }
  const setIcon = async (source: SourceRow, name: string) =>
    actions.setIcon(chosen.ids.has(source.id) ? await chosen.inOrder() : [source.id], name)

  const menuOf = (source: SourceRow): MenuEntry[] => {
    const many = chosen.ids.has(source.id) && chosen.ids.size > 1
    const rename = entryOf(t, 'renameSource', canWrite, () => actions.rename(source))
    return [
      ...(many
        ? [{ ...wordsOf(t, 'openSelected'), onSelect: () => void openChosen() }]
        : [{ ...wordsOf(t, 'openSource'), onSelect: () => open(source.id) }]),
      { ...rename, disabled: rename.disabled || many },
      iconEntry(t, source.icon, !canWrite, (name) => void setIcon(source, name)),
      {
        label: t('source.select'),
        shortcut: shortcutOf('selectSource'),
        checked: chosen.ids.has(source.id),
        onChange: () => chosen.toggle(source.id),
      },
      ...(many ? [] : (sourceMenu?.(source.id) ?? [])),
      'line',
      {
        ...entryOf(t, 'deleteSource', canWrite, () => void remove(many ? null : source)),
        ...(many && { label: t('ui.delete') }),
        danger: true,
      },
    ]
  }
  const isEmpty = all === 0
  const adding = canWrite && (
    <>
      <Button icon={AddFileIcon} onClick={() => void actions.create()}>
        {t('source.new')}
      </Button>
      <ImportButton kind={isEmpty ? 'primary' : 'secondary'} accept={accept} onImport={onImport} />
    </>
  )
  return (
    <>
      <SourceListView
        total={windows.total}
        all={all}
        others={others}
        at={windows.at}
        search={search}
        onSearch={setSearch}
        only={sourcesOnly}
        onShowAll={() => {
          editor.sourcesOnly = null
          editor.sourceValues = []
        }}
        filterText={filterText(t, filterable, values)}
        filterMenu={
          filterable.length === 0
            ? []
            : filterMenu({
                t,
                properties: filterable,
                chosen: values,
                onChoose: (chosen) => {
                  editor.sourceValues = chosen
                },
              })
        }
        orderMenu={sourceOrderMenu({
          t,
          order,
          only: sourcesOnly,
          properties,
          onOrder: (next) => {
            editor.sourceOrder = next
          },
          onOnly: (only) => {
            editor.sourcesOnly = only
          },
        })}
        orderText={orderText(t, order, properties)}
        more={more}
        adding={adding}
        active={activeSource}
        chosen={chosen.ids}
        canWrite={canWrite}
        onOpen={open}
        onChoose={(id, range) => (range ? chosen.range(id) : chosen.toggle(id))}
        onExtend={chosen.extend}
        onChooseAll={chosen.all}
        onUnchoose={chosen.clear}
        onOpenChosen={() => void openChosen()}
        onRemove={(source) => void remove(source)}
        onRename={actions.rename}
        onMenu={(source, at) => setMenu({ at, source })}
      />
      <MenuAt
        at={menu?.at ?? null}
        items={menu ? menuOf(menu.source) : []}
        label={menu?.source.title ?? ''}
        onClose={() => setMenu(null)}
      />
      {actions.dialog}
    </>
  )
}
