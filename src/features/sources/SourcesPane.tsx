import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { none } from '../../model/schema.ts'
import { closeSource, editorOf, openSource } from '../../state/editor.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { AddFileIcon, SourcesIcon } from '../../ui/icons.ts'
import { MenuAt, type Point } from '../../ui/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menuEntry.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { SourceList } from './SourceList.tsx'
import { useOpenTitles } from './useOpenTitles.ts'
import { useSourceActions } from './useSourceActions.tsx'

export interface SourcesPaneProps {
  /** Kinds of files that the importer takes, as in `accept`: ".docx,.txt". */
  accept: string
  onImport: (files: File[]) => void
  /** The text of the source whose tab is shown. */
  children: (sourceId: number) => ReactNode
}

/** The side of the desk with the texts: tabs of the open sources, the text of one of them, and the list of all. */
export function SourcesPane({ accept, onImport, children }: SourcesPaneProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { openSources, activeSource } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const titles = useOpenTitles(openSources)
  const actions = useSourceActions()
  const [listed, setListed] = useState(false)
  const [menu, setMenu] = useState<{ at: Point; id: number } | null>(null)
  const showsList = listed || activeSource === none || !openSources.includes(activeSource)

  const menuOf = (id: number): MenuEntry[] => {
    const source = { id, title: titles.get(id) ?? '' }
    const others = openSources.filter((other) => other !== id)
    return [
      { label: t('source.rename'), onSelect: () => actions.rename(source), disabled: !canWrite },
      { label: t('source.close'), shortcut: 'Del', onSelect: () => closeSource(editor, id) },
      {
        label: t('source.closeOthers'),
        onSelect: () => {
          openSource(editor, id)
          for (const other of others) closeSource(editor, other)
        },
        disabled: others.length === 0,
      },
      'line',
      { label: t('source.delete'), danger: true, onSelect: () => actions.remove([source]), disabled: !canWrite },
    ]
  }
  return (
    <div className="sources" data-listed={showsList || undefined}>
      <div className="sources-bar">
        <IconButton
          icon={SourcesIcon}
          label={t('source.list')}
          pressed={showsList}
          onClick={() => setListed(activeSource !== none && !showsList)}
        />
      </div>
      <Tabs
        label={t('source.tabs')}
        tabs={openSources.map((id) => ({ id: String(id), title: titles.get(id) ?? '…' }))}
        active={showsList ? null : String(activeSource)}
        onActivate={(id) => {
          setListed(false)
          openSource(editor, Number(id))
        }}
        onClose={(id) => closeSource(editor, Number(id))}
        onContextMenu={(id, at) => setMenu({ id: Number(id), at })}
        after={
          canWrite && (
            <IconButton
              icon={AddFileIcon}
              label={t('source.new')}
              onClick={() => {
                setListed(false)
                actions.create()
              }}
            />
          )
        }
      >
        {showsList ? undefined : children(activeSource)}
      </Tabs>
      {showsList && <SourceList accept={accept} onImport={onImport} onOpened={() => setListed(false)} />}
      <MenuAt
        at={menu?.at ?? null}
        items={menu ? menuOf(menu.id) : []}
        label={titles.get(menu?.id ?? none) ?? ''}
        onClose={() => setMenu(null)}
      />
      {actions.dialog}
    </div>
  )
}
