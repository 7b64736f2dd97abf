import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/facts.ts'
import { useT } from '../../i18n/useT.ts'
import { SaveIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { useProjectActions } from './useProjectActions.tsx'
import { useSharedProjects } from './useSharedProjects.tsx'

const nothing = (): void => {}

/** 2 §2: the open project under another name, which on one's own machine is a place for a file. */
export function useSaveAs(): { entry: MenuEntry; dialogs: ReactNode } {
  const t = useT()
  const project = useProject()
  const { name } = useSnapshot(project.state)
  const files = useProjectActions(nothing)
  const shared = useSharedProjects(nothing)
  const { saveAs, dialogs } = can('localFiles') ? files : shared
  const entry = { project_uuid: project.uuid, name, modified: null }
  return { entry: { label: t('projects.saveAs'), icon: SaveIcon, onSelect: () => saveAs(entry) }, dialogs }
}
