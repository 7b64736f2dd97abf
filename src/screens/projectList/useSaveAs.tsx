import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import { SaveIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { actionOf, type Handlers } from '../workspace/actions/actions.ts'
import { useProjectActions } from './useProjectActions.tsx'
import { useSharedProjects } from './useSharedProjects.tsx'

const nothing = (): void => {}

/** 2 §2: the open project under another name, which on one's own machine is a place for a file. `actions`: all that is done with it as such. */
export function useSaveAs(): { entry: MenuEntry; actions: Handlers; dialogs: ReactNode } {
  const t = useT()
  const project = useProject()
  const { name } = useSnapshot(project.state)
  const files = useProjectActions(nothing)
  const shared = useSharedProjects([], nothing)
  const { saveAs, dialogs } = can('localFiles') ? files : shared
  const entry = { project_uuid: project.uuid, name, modified: null }
  const save = () => saveAs(entry)
  const { title, keys } = actionOf('saveAs')
  return {
    entry: { label: t(title), icon: SaveIcon, shortcut: keys?.[0], onSelect: save },
    actions: {
      saveAs: { run: save },
      ...(can('localFiles') && {
        backupTo: { run: () => files.backupTo(entry) },
        openFile: { run: files.openFile },
      }),
    },
    dialogs,
  }
}
