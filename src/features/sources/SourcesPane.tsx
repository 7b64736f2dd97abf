import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { entryOf, faceOf, wordsOf } from '../../actions/actionFace.ts'
import type { ActionId } from '../../actions/actions.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { none } from '../../model/schema.ts'
import { closeSource, closeSources, editorOf, openSource } from '../../state/editor.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { SourcesIcon } from '../../ui/icons.ts'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { useArrival } from '../../ui/useArrival.ts'
import { SourceList } from './SourceList.tsx'
import { SourceText } from './SourceText.tsx'
import { iconEntry, sourceIcon } from './sourceIcons.ts'
import { useOpenRows } from './useOpenRows.ts'
import { useRead } from './useRead.ts'
import { useSourceActions } from './useSourceActions.tsx'

export interface SourcesPaneProps {
  /** Kinds of files that the importer takes, as in `accept`: ".docx,.txt". */
  accept: string
  onImport: (files: File[]) => void
  /** Opens the dialogue of the questions; missing for those who may only look. */
  onQuestions?: (() => void) | undefined
  /** Further entries of the menu of the list. */
  menu?: readonly MenuEntry[] | undefined
  /** Further entries of the menu of one source. */
  sourceMenu?: ((sourceId: number) => readonly MenuEntry[]) | undefined
  /** The text of the source whose tab is shown, or its answer to a question. */
  children: (sourceId: number, questionId: number) => ReactNode
}

/** The side of the desk with the texts: tabs of the open sources, the text of one of them, and the list of all. */
export function SourcesPane(props: SourcesPaneProps) {
  const { accept, onImport, onQuestions, menu: further = [], sourceMenu, children } = props
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { openSources, activeSource, sourcesListed, lostSources } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const rows = useOpenRows(
    openSources,
    lostSources.map(({ id }) => id),
  )
  const questions = useQuestions()
  const actions = useSourceActions()
  const [menu, setMenu] = useState<{ at: Point; id: number } | null>(null)
  const showsList = sourcesListed || activeSource === none || !openSources.includes(activeSource)
  useRead(showsList ? null : activeSource)
  useArrival(showsList ? 'list' : String(activeSource))

  /** Its key is one of the list: on a tab it does something else. */
  const ofTab = (act: ActionId, onSelect: () => void) => ({
    ...entryOf(t, act, canWrite, onSelect),
    shortcut: undefined,
  })
  const menuOf = (id: number): MenuEntry[] => {
    const others = openSources.filter((other) => other !== id)
    return [
      ofTab('renameSource', () => actions.rename({ id, title: rows.get(id)?.title ?? '' })),
      iconEntry(t, rows.get(id)?.icon, !canWrite, (name) => actions.setIcon([id], name)),
      ...(sourceMenu?.(id) ?? []),
      'line',
      { ...wordsOf(t, 'closeTab'), onSelect: () => closeSource(editor, id) },
      {
        label: t('source.closeOthers'),
        onSelect: () => {
          openSource(editor, id)
          closeSources(editor, others)
        },
        disabled: others.length === 0,
      },
      'line',
      { ...ofTab('deleteSource', () => void actions.remove([id])), danger: true },
    ]
  }
  const listMenu: MenuEntry[] = [
    ...(onQuestions ? [{ ...faceOf(t, 'questions'), onSelect: onQuestions }] : []),
    ...further,
  ]
  return (
    <div
      className="sources"
      data-arrival
      data-listed={showsList || undefined}
      data-source={showsList ? undefined : activeSource}
    >
      <div className="sources-bar">
        <IconButton
          icon={SourcesIcon}
          label={t('source.list')}
          pressed={showsList}
          onClick={() => {
            editor.sourcesListed = !showsList
          }}
        />
      </div>
      <Tabs
        label={t('source.tabs')}
        tabs={openSources.map((id) => {
          const row = rows.get(id)
          return { id: String(id), title: row?.title ?? '…', icon: sourceIcon(row?.icon) }
        })}
        active={showsList ? null : String(activeSource)}
        onActivate={(id) => openSource(editor, Number(id))}
        onClose={(id) => closeSource(editor, Number(id))}
        onContextMenu={(id, at) => setMenu({ id: Number(id), at })}
        after={canWrite && <IconButton {...faceOf(t, 'newSource')} onClick={() => void actions.create()} />}
      >
        {showsList ? undefined : (
          <SourceText
            key={activeSource}
            sourceId={activeSource}
            questions={questions ?? []}
            onQuestions={canWrite ? onQuestions : undefined}
          >
            {children}
          </SourceText>
        )}
      </Tabs>
      {showsList && <SourceList accept={accept} onImport={onImport} menu={listMenu} sourceMenu={sourceMenu} />}
      <MenuAt
        at={menu?.at ?? null}
        items={menu ? menuOf(menu.id) : []}
        label={rows.get(menu?.id ?? none)?.title ?? ''}
        onClose={() => setMenu(null)}
      />
      {actions.dialog}
    </div>
  )
}
